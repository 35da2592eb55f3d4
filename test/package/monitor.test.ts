// A program ends where nobody answers it: no engine, the engine of another copy of the SDK, registrations that are refused or
// forgotten. What the real engine does with two copies is in scripts/package/sdk-stories.ts.

import { setImmediate } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import { ResourceMonitorClient } from '@pulumi/pulumi/proto/resource_grpc_pb.js';
import { describe, expect, test } from 'vitest';

import { registered, requestsAnswered, requireMonitor, unlessStalled } from '../../src/program/monitor.ts';

const never = new Promise<never>(() => undefined);

describe('the engine of a program', () => {
  test('is asked for before anything else: without one the program is refused', () => {
    expect(() => requireMonitor()).toThrow('the program was not started by Pulumi');
  });

  test('is refused when the connection is that of another copy of the SDK', () => {
    const other = { makeUnaryRequest: () => undefined };
    expect(() => requireMonitor(other)).toThrow('two copies of @pulumi/pulumi');
  });

  test('may be the own copy’s connection, or what a unit test puts in its place', () => {
    class OwnMonitor extends ResourceMonitorClient {}
    const own: unknown = Object.create(OwnMonitor.prototype);
    if (!(own instanceof ResourceMonitorClient)) throw new Error('the SDK has no class of that name');
    expect(() => requireMonitor(own)).not.toThrow();
    expect(() => requireMonitor({ newResource: () => undefined })).not.toThrow();
  });
});

describe('a registration', () => {
  test('is waited for until the engine has taken it', async () => {
    const urn = Promise.withResolvers<string>();
    const events: string[] = [];
    const waiting = registered({ urn: pulumi.output(urn.promise) }).then(() => events.push('waited'));
    await setImmediate();
    events.push('taken');
    urn.resolve('urn:pulumi:dev::team::muster:User::ana');
    await waiting;
    expect(events).toEqual(['taken', 'waited']);
  });

  test('that was refused is no longer waited for: the others go on', async () => {
    const urn = { promise: () => Promise.reject(new Error('refused')) };
    await expect(registered({ urn })).resolves.toBeUndefined();
  });
});

describe('waiting for registrations', () => {
  test('ends with them, however long a request is under way', async () => {
    const work = Promise.withResolvers<void>();
    const waiting = unlessStalled(work.promise, { quiet: () => never, pause: () => Promise.resolve() });
    await setImmediate();
    work.resolve();
    await expect(waiting).resolves.toBeUndefined();
  });

  test('ends with an error when nothing is under way any more', async () => {
    const stalling = { quiet: () => Promise.resolve(), pause: () => Promise.resolve() };
    await expect(unlessStalled(never, stalling)).rejects.toMatchObject({ code: 'no-engine' });
  });

  test('ends without an error when the last of them ends during the pause, and the pause ends with it', async () => {
    const work = Promise.withResolvers<void>();
    let signal: AbortSignal | null = null;
    const pause = (given: AbortSignal): Promise<void> => {
      signal = given;
      work.resolve();
      return never;
    };
    await expect(unlessStalled(work.promise, { quiet: () => Promise.resolve(), pause })).resolves.toBeUndefined();
    expect(signal).toMatchObject({ aborted: true });
  });

  test('what a registration throws is thrown', async () => {
    const failed = unlessStalled(Promise.reject(new Error('thrown')), { quiet: () => never, pause: () => never });
    await expect(failed).rejects.toThrow('thrown');
  });

  test('a request that the SDK counts is under way until it is answered', async () => {
    const events: string[] = [];
    const answer = pulumi.runtime.rpcKeepAlive();
    const waiting = requestsAnswered().then(() => events.push('quiet'));
    await setImmediate();
    events.push('answered');
    answer();
    await waiting;
    expect(events).toEqual(['answered', 'quiet']);
  });
});

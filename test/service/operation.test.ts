// Each row of the table of operations is answered for everywhere: in the client, in the sandbox, and by the documents' paths.

import { describe, expect, test } from 'vitest';

import { openService } from '../../src/core/service/client.ts';
import { isReading, operationPath, OPERATIONS } from '../../src/core/service/operation.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import { findRoute } from '../../src/sandbox/wire/routes.ts';
import { SANDBOX_IDENTITY } from '../../src/sandbox/world/identity.ts';
import { useAnyCredentials, BARE_TARGET } from '../support/sandbox.ts';

const ALL = Object.keys(OPERATIONS) as Operation[];
const PLACE = { ...SANDBOX_IDENTITY };

test('every method of the client but its ends, what it counts, and a turn of them, is a way to ask for one operation', async () => {
  useAnyCredentials();
  const plain = { platform: 'P', companyCode: 'c', environment: 'e', host: '127.0.0.1' };
  const client = openService({ target: { ...BARE_TARGET, ...plain }, clock: Date.now });
  await client.close();
  const methods = ALL.flatMap((operation): readonly string[] => OPERATIONS[operation].methods);
  expect(Object.keys(client).toSorted()).toEqual([...methods, 'close', 'now', 'skewMs', 'traffic', 'turn'].toSorted());
});

describe.each(ALL)('%s', (operation) => {
  const path = operationPath(PLACE, operation);

  test('has a place in the sandbox, which counts it as the client does', () => {
    expect(findRoute(path)).toMatchObject({ operation, kind: isReading(operation) ? 'read' : 'write' });
  });

  test('is found by its whole path alone', () => {
    expect(findRoute(`${path}s`)).toBeNull();
    expect(findRoute(`/x${path}`)).toBeNull();
  });
});

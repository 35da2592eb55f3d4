// Lines for a person beside the table of the update, warnings and what becomes of a resource: of what a plugin says on standard error the
// engine shows nothing.

import engine from '@pulumi/pulumi/proto/engine_pb.js';
import { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb.js';

import { grpc } from './sdk.ts';

export interface EngineLog {
  readonly tell: (line: string) => void;
  /** Of the resource of this URN. */
  readonly inform: (urn: string, line: string) => void;
  /** Resolves when all of it is shown: with its last answer a plugin may be ended. */
  readonly said: () => Promise<unknown>;
}

/** `otherwise` hears the warnings that the engine does not take. */
export function openEngineLog(address: string, otherwise: (line: string) => void): EngineLog {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  const pending = new Set<Promise<void>>();
  const log = (request: InstanceType<typeof engine.LogRequest>, lost: () => void): void => {
    const taken = new Promise<void>((resolve) =>
      client.log(request, (error) => {
        if (error !== null) lost();
        resolve();
      }),
    );
    pending.add(taken);
    void taken.then(() => pending.delete(taken));
  };
  const { INFO, WARNING } = engine.LogSeverity;
  return {
    tell: (line) => {
      const text = line.replace(/^warning: /u, '');
      log(new engine.LogRequest().setSeverity(WARNING).setMessage(text), () => otherwise(line));
    },
    inform: (urn, line) => log(new engine.LogRequest().setSeverity(INFO).setUrn(urn).setMessage(line), () => undefined),
    said: () => Promise.all(pending),
  };
}

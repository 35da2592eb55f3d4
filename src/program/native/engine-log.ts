// Lines for a person as warnings of the update: of what a plugin says on standard error the engine shows nothing.

import engine from '@pulumi/pulumi/proto/engine_pb.js';
import { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb.js';

import { grpc } from './sdk.ts';

export interface EngineLog {
  readonly tell: (line: string) => void;
  /** Resolves when all of it is shown: with its last answer a plugin may be ended. */
  readonly said: () => Promise<unknown>;
}

/** `otherwise` hears what the engine does not take. */
export function openEngineLog(address: string, otherwise: (line: string) => void): EngineLog {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  const pending = new Set<Promise<void>>();
  return {
    tell: (line) => {
      const request = new engine.LogRequest()
        .setSeverity(engine.LogSeverity.WARNING)
        .setMessage(line.replace(/^warning: /u, ''));
      const taken = new Promise<void>((resolve) =>
        client.log(request, (error) => {
          if (error !== null) otherwise(line);
          resolve();
        }),
      );
      pending.add(taken);
      void taken.then(() => pending.delete(taken));
    },
    said: () => Promise.all(pending),
  };
}

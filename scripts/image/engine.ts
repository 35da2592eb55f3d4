// Whatever builds and runs images here: docker with its daemon, or podman. Nothing else of the machine is relied on.

import { execFile } from 'node:child_process';

export interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface Engine {
  readonly program: 'docker' | 'podman';
  readonly call: (...words: readonly string[]) => Promise<Ended>;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** An engine that has the base image or can get it; otherwise the reason, for people. */
export async function findEngine(base: string): Promise<Engine | string> {
  const engines = (['docker', 'podman'] as const).map(engineOf);
  const answers = await Promise.all(engines.map((engine) => engine.call('info')));
  const engine = engines.find((_each, index) => answers[index]?.exit === 0);
  if (engine === undefined) return 'neither docker with its daemon nor podman answers here';
  if ((await engine.call('image', 'inspect', base)).exit === 0) return engine;
  const pulled = await engine.call('pull', base);
  if (pulled.exit === 0) return engine;
  return `${engine.program} has no image ${base} and cannot get it: ${pulled.err.trim().split('\n').at(-1) ?? ''}`;
}

function engineOf(program: Engine['program']): Engine {
  return {
    program,
    call: (...words) =>
      new Promise((resolve) => {
        const child = execFile(program, words, { maxBuffer: MAX_OUTPUT_BYTES }, (error, out, err) => {
          const failed = error === null ? 0 : (child.exitCode ?? 127);
          resolve({ exit: failed, out, err });
        });
        child.stdin?.end();
      }),
  };
}

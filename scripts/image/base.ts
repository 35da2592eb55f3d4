// The base image: that of the Dockerfile, or what MUSTER_IMAGE_BASE names.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../package/consumer.ts';

export function baseOf(environment: NodeJS.ProcessEnv): string {
  const named = /^ARG BASE=(\S+)$/mu.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1];
  if (named === undefined) throw new Error('the Dockerfile names no base image: ARG BASE=NAME');
  return environment['MUSTER_IMAGE_BASE'] ?? named;
}

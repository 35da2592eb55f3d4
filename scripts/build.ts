// `npm run build`: dist/ for publishing. Node does not run TypeScript inside node_modules, so an installed package needs
// JavaScript. The folders inside dist/ mirror the checkout, and schemas/ is copied, so that a relative path that is right
// in the checkout is right there too.

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

rmSync(path('dist'), { recursive: true, force: true });
const compiler = [path('node_modules/typescript/bin/tsc'), '-p', path('tsconfig.build.json')];
// npm reads what a script of `npm pack --json` prints: messages of the compiler go to stderr.
const compiled = spawnSync(process.execPath, compiler, { stdio: ['ignore', 2, 2] });
cpSync(path('schemas'), path('dist/schemas'), { recursive: true });
process.exitCode = compiled.status ?? 1;

#!/usr/bin/env node
// Starts muster. Plain JavaScript that old versions of Node can still read, so that they can be told what is missing.
import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const NEEDED = [22, 18];
const version = process.versions.node.split('.').map(Number);
const isOld = version[0] < NEEDED[0] || (version[0] === NEEDED[0] && version[1] < NEEDED[1]);

if (isOld) {
  console.error('muster: needs Node ' + NEEDED.join('.') + ' or newer; this is Node ' + process.versions.node + '.');
  console.error('  Install a newer Node and run muster again.');
  process.exit(2);
}

// node:sqlite is what we build on, knowingly; its notice says nothing to a user. Every other warning stays.
const emitWarning = process.emitWarning;
process.emitWarning = function (warning, ...rest) {
  const text = String(warning && warning.message ? warning.message : warning);
  const type = rest[0] && typeof rest[0] === 'object' ? rest[0].type : rest[0];
  if (type === 'ExperimentalWarning' && text.startsWith('SQLite is an experimental feature')) return;
  emitWarning.call(process, warning, ...rest);
};

// Compiled code is kept between runs, which halves the time of the start. In the user's own folder: in one that everybody may write to,
// others could put code there. Where nothing can be kept, Node goes on without; NODE_DISABLE_COMPILE_CACHE=1 turns it off.
const kept = keptCode();
if (kept !== null && module.enableCompileCache) module.enableCompileCache(kept);
// The program and the handlers that `pulumi up` starts for `state: pulumi` would compile Pulumi's SDK three times.
if (kept !== null) process.env.NODE_COMPILE_CACHE ??= kept;

const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/muster.js', import.meta.url);
await import(existsSync(source) ? source.href : built.href);

/** One folder after the other: a recursive mkdir of Node never ends below /proc. */
function keptCode() {
  let folder = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  try {
    for (const name of ['', 'muster', 'compiled']) {
      folder = join(folder, name);
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    }
    return folder;
  } catch {
    return null;
  }
}

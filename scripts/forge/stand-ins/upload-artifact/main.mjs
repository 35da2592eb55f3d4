// Copies the files that exist to the folder that stands for the storage of artifacts; one that is missing is told, as the real one does.

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';

const folder = join(env.STAND_IN_STORE ?? '', 'artifacts', env.INPUT_NAME ?? '');
mkdirSync(folder, { recursive: true });
for (const path of (env.INPUT_PATH ?? '').split('\n').map((line) => line.trim())) {
  if (path === '') continue;
  if (existsSync(path)) copyFileSync(path, join(folder, basename(path)));
  else console.log(`no file ${path}`);
}

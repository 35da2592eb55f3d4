// What upload-artifact kept under this name; fails where nothing was.

import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';

cpSync(join(env.STAND_IN_STORE ?? '', 'artifacts', env.INPUT_NAME ?? ''), resolve(env.INPUT_PATH ?? ''), {
  recursive: true,
});

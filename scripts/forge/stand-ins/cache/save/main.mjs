import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';

const path = env.INPUT_PATH ?? '';
const folder = join(env.STAND_IN_STORE ?? '', 'cache');
mkdirSync(folder, { recursive: true });
if (existsSync(path)) copyFileSync(path, join(folder, basename(path)));

// Fails without the artifact that the real one looks for.

import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

statSync(join(env.STAND_IN_STORE ?? '', 'artifacts/github-pages/artifact.tar'));
appendFileSync(env.GITHUB_OUTPUT ?? '', 'page_url=https://team.example/muster/\n');

// The commit that the event is about, from the repository on the forge of this job: nothing of the folder the runner was started in.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'));
const commit = event.pull_request?.head?.sha ?? env.GITHUB_SHA;
const git = (...words) => execFileSync('git', words, { cwd: env.GITHUB_WORKSPACE, stdio: 'inherit' });
git('init', '--quiet');
git(
  'fetch',
  '--quiet',
  '--no-tags',
  `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}.git`,
  '+refs/heads/*:refs/remotes/origin/*',
);
git('checkout', '--quiet', '--force', '--detach', commit);
git('clean', '--quiet', '-ffdx');
console.log(`checked out ${commit}`);

// The commit that the event is about, without those before it, from the repository on the forge of this job: nothing of the folder the
// runner was started in.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'));
const commit = event.pull_request?.head?.sha ?? env.GITHUB_SHA;
const basic = Buffer.from(`x-access-token:${env.INPUT_TOKEN}`).toString('base64');
const once = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `http.${env.GITHUB_SERVER_URL}/.extraHeader`,
  GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
};
const options = { cwd: env.GITHUB_WORKSPACE, stdio: 'inherit', env: { ...env, ...once } };
const git = (...words) => execFileSync('git', words, options);
git('init', '--quiet');
git(
  'fetch',
  '--quiet',
  '--depth=1',
  '--no-tags',
  `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}.git`,
  '+refs/heads/*:refs/remotes/origin/*',
);
git('checkout', '--quiet', '--force', '--detach', commit);
git('clean', '--quiet', '-ffdx');
console.log(`checked out ${commit}`);

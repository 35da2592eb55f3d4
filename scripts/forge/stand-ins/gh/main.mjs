// Stands for GitHub's command, which speaks to GitHub only: `gh release create TAG --notes-file FILE --verify-tag`, with the token and
// the repository in the environment as the real one takes them, on a forge that has the same address for releases. Anything else fails.

import { readFileSync } from 'node:fs';
import { argv, env } from 'node:process';
import { parseArgs } from 'node:util';

const options = { 'notes-file': { type: 'string' }, 'verify-tag': { type: 'boolean' } };
const { positionals, values } = parseArgs({ args: argv.slice(2), allowPositionals: true, options });
const [group, verb, tag, ...more] = positionals;
if (group !== 'release' || verb !== 'create' || tag === undefined || more.length > 0)
  throw new Error(`gh: ${positionals}`);

async function ask(path, body) {
  const headers = { authorization: `token ${env.GH_TOKEN}`, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const url = `${env.GITHUB_API_URL}/repos/${env.GH_REPO}${path}`;
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`gh: ${method} ${url}: ${answer.status}`);
}

if (values['verify-tag']) await ask(`/git/refs/tags/${tag}`);
await ask('/releases', { tag_name: tag, name: tag, body: readFileSync(values['notes-file'], 'utf8') });
console.log(`${env.GITHUB_SERVER_URL}/${env.GH_REPO}/releases/tag/${tag}`);

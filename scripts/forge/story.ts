// The story of a pull request, played by the workflow files that `muster init --ci github` wrote, on a real forge, against the sandbox.
// Each step looks at what the forge then holds, as a reviewer would, and ends the story where it is something else.
//
// Two things are not as on a first day: the drift workflow confirms after a second instead of a minute, and whoever approves an apply
// is not asked, because the runner knows no protected environments.

import { ok as expect } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarker } from '../../src/publish/marker.ts';
import { listAt, numberAt, textAt } from '../../src/publish/value.ts';
import type { World } from './world.ts';

export interface Told {
  readonly say: (text: string) => void;
  /** A page of the forge that shows what was told. */
  readonly show: (name: string, url: string) => Promise<void>;
}

interface Request {
  readonly number: number;
  readonly branch: string;
}

const CLARA = `
  - loginUserId: clara.nowak@example.com
    firstName: Clara
    lastName: Nowak
    userTemplateName: Agents
    createInBackend: true
`;
const TEAM = 'teams/support.yaml';
const CAMPAIGN = 'campaigns/welcome.yaml';

export async function playStory(world: World, told: Told): Promise<void> {
  await firstDay(world, told);
  const clara = await planOfClara(world, told);
  const other = await otherRequest(world, told);
  await merge(world, told, [clara, other]);
  await nights(world, told);
}

async function firstDay(world: World, { say }: Told): Promise<void> {
  say('1. The first apply: Actions > muster apply > Run workflow, with first-apply');
  const inputs = { 'first-apply': 'true' };
  await world.run('muster-apply.yml', 'workflow_dispatch', { ref: 'refs/heads/main', inputs });
  const users = await world.sandbox.control.users();
  expect(users.length === 2, 'the two people of the starter are in the service');
  say(`   in the service: ${users.map(({ loginUserId }) => loginUserId).join(', ')}`);
}

async function planOfClara(world: World, { say, show }: Told): Promise<Request> {
  say('2. A branch adds a person: pull request, plan, comment');
  const { checkout } = world;
  checkout.pull('main');
  const files = { [TEAM]: `${read(world, TEAM)}${CLARA}` };
  const clara = await openRequest(world, { title: 'Add Clara to support', branch: 'clara', files });
  const first = await planned(world, clara);
  expect(textAt(first, 'body')?.includes('clara.nowak@example.com') === true, 'the comment names Clara');
  say(quoted(textAt(first, 'body')));
  await show('2-comment', `${world.url}/pulls/${clara.number}`);

  say('3. A second push gives her a task: the same comment is edited');
  const campaign = read(world, CAMPAIGN).replace('preferredAgent: ben.okafor', 'preferredAgent: clara.nowak');
  checkout.push(clara.branch, 'Give Clara the call of Jonas Weber', { [CAMPAIGN]: campaign });
  const second = await planned(world, clara);
  expect(numberAt(second, 'id') === numberAt(first, 'id'), 'it is the same comment');
  expect(textAt(second, 'body') !== textAt(first, 'body'), 'it says something else');
  expect(textAt(second, 'body')?.includes('C-1002') === true, 'the comment names the task');
  say(quoted(textAt(second, 'body')));
  await show('3-edited-comment', `${world.url}/pulls/${clara.number}`);
  return clara;
}

async function otherRequest(world: World, { say }: Told): Promise<Request> {
  say('4. Somebody else opens a request, too');
  world.checkout.pull('main');
  const text = read(world, CAMPAIGN).replace('skillQueue: welcome', 'skillQueue: welcome-vip');
  const files = { [CAMPAIGN]: text };
  const other = await openRequest(world, { title: 'Call through the VIP queue', branch: 'queue', files });
  const comment = await planned(world, other);
  expect(stateOf(comment) === 'planned', 'the other request is planned');
  say(`   ${firstLines(comment)}`);
  return other;
}

async function merge(world: World, { say, show }: Told, [clara, other]: readonly [Request, Request]): Promise<void> {
  say('5. Clara is merged: the plan is made again, and exactly that plan is applied, by its fingerprint');
  await world.ask('POST', `/pulls/${clara.number}/merge`, { Do: 'merge' });
  world.checkout.pull('main');
  const ran = await world.run('muster-apply.yml', 'push', { ref: 'refs/heads/main', after: world.checkout.commit() });
  expect(/fingerprint:? ?@|--fingerprint|fingerprint=/u.test(ran.log), 'the apply was bound to a fingerprint');
  const logins = (await world.sandbox.control.users()).map(({ loginUserId }) => loginUserId);
  expect(logins.includes('clara.nowak@example.com'), 'Clara is in the service');
  const applied = await ourComment(world, clara);
  expect(stateOf(applied) === 'applied', 'the comment of the merged request says what came of it');
  say(quoted(textAt(applied, 'body')));
  await show('5-applied', `${world.url}/pulls/${clara.number}`);

  say('6. The plan of the other request was made before that, and says so');
  const outdated = await ourComment(world, other);
  expect(stateOf(outdated) === 'outdated', 'the other request is outdated');
  say(`   ${firstLines(outdated)}`);
  await show('6-outdated', `${world.url}/pulls/${other.number}`);
}

async function nights(world: World, { say, show }: Told): Promise<void> {
  const { control } = world.sandbox;
  const welcome = { campaignName: 'Welcome Calls' };
  say('7. Somebody removes Ben from the service by hand; the drift run of the night opens an issue');
  await control.removeUser('ben.okafor@example.com');
  const opened = await night(world);
  expect(opened.state === 'open' && opened.body.includes('ben.okafor'), 'an open issue names Ben');
  say(quoted(opened.body));
  await show('7-drift-issue', opened.url);

  say('8. The next night a queue was changed as well: the same issue is rewritten');
  await control.changeRecord({ ...welcome, clientId: 'C-1001', skillQueue: 'winback' });
  const rewritten = await night(world);
  expect(rewritten.number === opened.number && rewritten.body.includes('C-1001'), 'the same issue names the task');
  say(quoted(rewritten.body));
  await show('8-drift-issue-rewritten', rewritten.url);

  say('9. Both are put back: Run workflow, with allow restores=1. The drift run after that closes the issue');
  await world.run('muster-apply.yml', 'workflow_dispatch', { ref: 'refs/heads/main', inputs: { allow: 'restores=1' } });
  const closed = await night(world);
  expect(closed.number === opened.number && closed.state === 'closed', 'the issue is closed');
  const notes = listAt(await world.ask('GET', `/issues/${closed.number}/comments`)) ?? [];
  say(`   ${textAt(notes.at(-1), 'body') ?? ''}`);
  await show('9-drift-issue-closed', closed.url);
}

async function openRequest(world: World, { title, branch, files }: Opening): Promise<Request> {
  world.checkout.branch(branch);
  world.checkout.push(branch, title, files);
  const made = await world.ask('POST', '/pulls', { title, head: branch, base: 'main' });
  return { number: numberAt(made, 'number') ?? 0, branch };
}

interface Opening {
  readonly title: string;
  readonly branch: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The two workflows of a request, as the forge starts them; answers with its comment. The second one runs in the default branch. */
async function planned(world: World, request: Request): Promise<unknown> {
  const { number } = request;
  const pull = await world.ask('GET', `/pulls/${number}`);
  await world.run('muster-plan.yml', 'pull_request', { action: 'synchronize', number, pull_request: pull });
  world.checkout.pull('main');
  await world.run('muster-publish.yml', 'workflow_run', { action: 'completed', workflow_run: runOf(pull) });
  world.checkout.pull(request.branch);
  return ourComment(world, request);
}

/** What GitHub tells about the run of the first workflow; Gitea has no runs here. */
function runOf(pull: unknown): object {
  const login = textAt(pull, 'head', 'repo', 'owner', 'login');
  return {
    id: 1,
    event: 'pull_request',
    conclusion: 'success',
    head_sha: textAt(pull, 'head', 'sha'),
    head_branch: textAt(pull, 'head', 'ref'),
    head_repository: { full_name: textAt(pull, 'head', 'repo', 'full_name'), owner: { login } },
    pull_requests: [{ number: numberAt(pull, 'number') }],
  };
}

async function ourComment(world: World, { number }: Request): Promise<unknown> {
  const all = listAt(await world.ask('GET', `/issues/${number}/comments`)) ?? [];
  const ours = all.filter((each) => readMarker(textAt(each, 'body') ?? '') !== null);
  expect(ours.length === 1, `request ${number} has one comment of muster; found: ${ours.length}`);
  return ours[0];
}

interface Night {
  readonly number: number;
  readonly state: string;
  readonly body: string;
  readonly url: string;
}

async function night(world: World): Promise<Night> {
  world.checkout.pull('main');
  await world.run('muster-drift.yml', 'schedule', { schedule: '17 3 * * *' });
  const issues = listAt(await world.ask('GET', '/issues?state=all&type=issues&labels=muster-drift')) ?? [];
  expect(issues.length === 1, `there is one drift issue; found: ${issues.length}`);
  const [issue] = issues;
  const number = numberAt(issue, 'number') ?? 0;
  const [state, body] = [textAt(issue, 'state') ?? '', textAt(issue, 'body') ?? ''];
  return { number, state, body, url: `${world.url}/issues/${number}` };
}

function read(world: World, file: string): string {
  return readFileSync(join(world.checkout.folder, file), 'utf8');
}

const stateOf = (comment: unknown): string | undefined => readMarker(textAt(comment, 'body') ?? '')?.state;

/** Without the marker, as readers see it. */
function quoted(body: string | null): string {
  const lines = (body ?? '').split('\n').slice(1);
  return lines.map((line) => `   │ ${line}`.trimEnd()).join('\n');
}

function firstLines(comment: unknown): string {
  const [, ...lines] = (textAt(comment, 'body') ?? '').split(/\n+/u);
  return lines.slice(0, 3).join('\n   ');
}

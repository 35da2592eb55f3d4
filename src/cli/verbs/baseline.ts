// `muster drift baseline`: today's alarms become ignore rules in muster.yaml, with an owner, a reason and an end. A
// reviewable edit: lines are added, nothing else in the file changes, and apply goes on as before.

import { randomName } from '../../core/machine.ts';
import type { NewRule } from '../../desk/edit/ignore-edit.ts';
import { ToolError } from '../../core/model/errors.ts';
import type { DriftResult, Finding } from '../../core/reconcile/finding.ts';
import { isAlarm } from '../../core/model/drift-classes.ts';
import { count } from '../../core/report/words/words.ts';
import { printable } from '../../core/report/words/printable.ts';
import { ownText, type Call } from '../process/command.ts';
import { homeOf } from '../process/home.ts';
import { openSession } from '../process/session.ts';
import { usage } from '../process/settings.ts';

const MOST_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

type RuleReason = Pick<NewRule, 'owner' | 'reason' | 'expires'>;
type DigestSalter = (digest: string) => string;

export async function runBaseline(call: Call): Promise<number> {
  const why = await readWhy(call);
  const { run, progress } = await openSession(call);
  const home = await homeOf(run.target, call.shell);
  // Not a drift run of its own: it counts neither as a sighting nor as the last complete run.
  const sightings = { confirmAfterMs: null, history: false };
  const result = await home.drift({ ...run, sightings }).finally(progress.clear);
  const { seenText } = await import('../../core/engine/parts.ts');
  const salt = (): string => randomName(8);
  const rules = rulesFor(result, why, (digest) => seenText(digest, salt()));
  const added = await addTo(run.project.directory, rules);
  const lines = added.split('\n').map((line) => `+ ${printable(line)}\n`);
  const words = `${count(rules.length, 'rule')} added to muster.yaml, until ${why.expires}; nothing else in it changed.`;
  call.shell.terminal.out(`${lines.join('')}\n${words}\nThe service was only read. Review:  git diff muster.yaml\n`);
  return 0;
}

async function readWhy({ own, shell }: Call): Promise<RuleReason> {
  const { confirmAfter, maxAge } = own;
  if (confirmAfter !== undefined || maxAge !== undefined) {
    throw usage('`drift baseline` takes neither --confirm-after nor --max-age');
  }
  const [owner, reason, expires] = ['owner', 'reason', 'expires'].map((name) => textOf(own, name));
  const { expiryOf } = await import('../../core/desired/declarations/times.ts');
  const day = expires ?? '';
  const end = expiryOf(day);
  if (end === null) throw usage(`--expires takes a day such as 2027-01-31, or a time with a zone; given: ${day}`);
  if (end <= shell.clock()) throw usage(`--expires takes a day that is not over; given: ${day}`);
  if (end > shell.clock() + (MOST_DAYS + 1) * DAY_MS) {
    throw usage(`--expires takes a day at most ${MOST_DAYS} days ahead; given: ${day}`);
  }
  return { owner: owner ?? '', reason: reason ?? '', expires: day };
}

function textOf(own: Call['own'], name: string): string {
  const value = ownText({ own }, name)?.trim();
  if (value) return value;
  throw usage(`\`drift baseline\` needs --${name}: a rule has an owner, a reason and an end`);
}

/** One rule for each field and the value it has, so that it covers the present findings and no later ones. */
function rulesFor({ findings }: DriftResult, why: RuleReason, seen: DigestSalter): NewRule[] {
  if (findings.some((finding) => finding.class === 'unreadable')) {
    throw new ToolError('unreadable', { message: 'a baseline needs a complete report; nothing was written' });
  }
  const alarms = findings.filter((finding) => isAlarm(finding.class) && finding.ignored === null);
  const rules = alarms.flatMap((finding) => rulesOf(finding, why, seen));
  if (rules.length > 0) return rules;
  throw new ToolError('nothing-to-ignore', { message: 'muster.yaml was left as it is' });
}

function rulesOf({ address, class: kind, fields }: Finding, why: RuleReason, seen: DigestSalter): NewRule[] {
  // The address is a pattern, and a star in a name is one too. It matches itself, so the rule works.
  const loud = fields.filter((field) => isAlarm(field.class));
  if (loud.length === 0) return [{ address, class: kind, ...why }];
  return loud.map(({ field, digest = '' }) => ({ address, property: field, class: kind, seen: seen(digest), ...why }));
}

async function addTo(directory: string, rules: readonly NewRule[]): Promise<string> {
  const { addIgnoreRules } = await import('../../desk/edit/ignore-edit.ts');
  const { PROJECT_FILE } = await import('../../core/desired/project/project.ts');
  const { openFile, writeFiles } = await import('../../desk/adopt.ts');
  const opened = await openFile(directory, PROJECT_FILE);
  const { text, added } = addIgnoreRules(opened.text ?? '', rules);
  await writeFiles(directory, [{ opened, after: text }]);
  return added;
}

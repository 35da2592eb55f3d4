// The commands that apply exactly what a plan shows: the whole, or one of its parts where there are several. 16 of the 64
// digits are shown; the document carries all. What no word can pass is left out.

import { CHANGE_PARTS, standsIn } from '../../model/parts.ts';
import type { ChangePart, PlanPart } from '../../model/parts.ts';
import type { Action } from '../../model/state.ts';
import type { Change } from '../../reconcile/change.ts';
import type { Guard } from '../../reconcile/guard.ts';
import type { ChangeDigest, Plan } from '../../reconcile/plan-value.ts';
import type { ReportContext } from '../words/head.ts';
import { PART_WORDS, shortName } from '../words/words.ts';
import { commandLine, type ReportCommand } from '../words/next.ts';

/** Digits of a fingerprint that a person reads or types. */
const SHOWN_DIGITS = 16;

export function shownDigits(fingerprint: string): string {
  return fingerprint.slice(0, SHOWN_DIGITS);
}

/** `why`: what it covers, `all 15` or `takes away 3`. */
export interface ExactCommand extends ReportCommand {
  readonly part: PlanPart;
}

interface Approvable {
  readonly part: PlanPart;
  readonly hash: string | null;
  /** Guards that this part meets. */
  readonly met: readonly Guard[];
}

/** `pass`: words that pass the guards, `deletes=12`. */
export type CommandFor = (fingerprint: string, pass: readonly string[]) => string;

export function exactCommands(plan: Plan, command: CommandFor): ExactCommand[] {
  const { changes, fingerprint, approval, guards, verdicts } = plan;
  if (changes.length === 0) return [];
  const one = (why: string, { part, hash, met }: Approvable): ExactCommand[] => {
    if (hash === null || met.some(({ pass, passed }) => pass === null && !passed)) return [];
    const words = met.flatMap(({ pass }) => pass ?? []);
    return [{ part, why, command: command(shownDigits(hash), words) }];
  };
  const left = verdicts.filter((verdict) => verdict.class === 'decision');
  const without = left.length === 0 ? '' : ` (without ${leftOut(left)})`;
  const all = changes.length === 1 ? 'apply' : `all ${changes.length.toLocaleString('en')}`;
  const asked = guards.filter(({ pass, passed }) => pass !== null && !passed).length;
  const whole = one(all + without + (asked > 1 ? ', everything allowed' : ''), {
    part: 'whole',
    hash: fingerprint.whole,
    met: guards,
  });
  const parts = CHANGE_PARTS.filter((part) => fingerprint[part] !== null);
  if (parts.length < 2) return whole;
  const ofPart = (part: ChangePart): ExactCommand[] =>
    one(partLabel(plan, part), { part, hash: fingerprint[part], met: approval.parts[part].guards });
  return [...whole, ...parts.flatMap(ofPart)];
}

/** Its name, where one alone waits for an answer. */
function leftOut(left: Plan['verdicts']): string {
  const [first] = left;
  return left.length === 1 && first
    ? shortName(first.address)
    : `the ${left.length.toLocaleString('en')} with a question`;
}

/** `takes away 7, re-pins 3`, `calls again 1, re-pins 2`, `adds 4, with 2 tied to them`. */
function partLabel({ approval, changes }: Plan, part: ChangePart): string {
  const own = approval.changes.filter((each) => standsIn(each, part));
  const alone = new Set(own.filter((each) => each.tiedTo === null || each.part !== part).map(({ address }) => address));
  const tied = own.length - alone.size;
  const does = changes
    .filter(({ address }) => alone.has(address))
    .map(({ action, cause, fields }) => effectIn(part, { action, cause: cause.kind, fields }));
  const each = [...Map.groupBy(does, (effect) => effect)].map(
    ([effect, all]) => `${effect} ${all.length.toLocaleString('en')}`,
  );
  const rest = tied === 0 ? [] : [`with ${tied.toLocaleString('en')} tied to ${alone.size === 1 ? 'it' : 'them'}`];
  return [...each, ...rest].join(', ');
}

interface Effective {
  readonly action: Action;
  readonly cause: Change['cause']['kind'];
  readonly fields: readonly { readonly field: string }[];
}

function effectIn(part: ChangePart, { action, cause, fields }: Effective): string {
  if (part !== 'removals') return PART_WORDS[part];
  if (cause === 'reissue') return 'calls again';
  if (cause === 'ensure') return 'finishes';
  if (action === 'forget') return 'stops managing';
  const isGiven = action === 'update' && (cause === 'differs' || cause === 'offboarding');
  return isGiven && fields.some(({ field }) => field === 'preferredAgent') ? 're-pins' : PART_WORDS[part];
}

/** What its command does to one change. */
export function commandEffect({ part, tiedTo, ...change }: Effective & Pick<ChangeDigest, 'part' | 'tiedTo'>): string {
  return tiedTo === null ? effectIn(part, change) : 'done with what it is tied to';
}

/** A workflow has the inputs `fingerprint` and `allow`, whatever the forge. */
export function musterCommand({ options, applyWith }: ReportContext): CommandFor {
  return (fingerprint, pass) => {
    if (applyWith)
      return `${applyWith}: fingerprint ${fingerprint}${pass.length > 0 ? `, allow ${pass.join(' ')}` : ''}`;
    const allow = pass.flatMap((words) => ['--allow', words]);
    return commandLine(['apply', ...options, '--fingerprint', fingerprint, ...allow]);
  };
}

/** How a guard is passed where this report is read. */
export function passWords(
  { command, applyWith }: { readonly command: string; readonly applyWith: string | null },
  pass: string,
): string {
  if (applyWith !== null) return `allow ${pass}`;
  return command === 'pulumi' ? `MUSTER_ALLOW=${pass}` : `--allow ${pass}`;
}

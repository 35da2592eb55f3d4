// The options of measure-service: read, checked against each other, and said to the person who is asked to approve.

import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

export interface Wishes {
  readonly help: boolean;
  readonly directory: string;
  /** Null: the only one in muster.yaml. */
  readonly target: string | null;
  /** Test campaigns; none: nothing is written there. */
  readonly campaigns: readonly string[];
  /** With test campaigns: wait for an intake file. */
  readonly intake: boolean;
  /** With test campaigns: watch a pin for the better part of an hour. */
  readonly pins: boolean;
  /** A test user nobody has; null: no user is made. */
  readonly user: string | null;
  /** Also make that user in the backing instance. */
  readonly backend: boolean;
  readonly wrongKey: boolean;
  readonly formerKey: boolean;
  /** Reads within one second; null: none. */
  readonly rate: number | null;
  /** Put the answers into profiles/<target>.json. */
  readonly write: boolean;
  readonly autoApprove: boolean;
}

export const HELP = `node tools/measure-service/main.ts [options]

Measures what the interface documents leave open (docs/open-questions.md). It reads only; with an option
that asks for more it does that instead, and asks first.

  -C, --directory DIR       the project; default: the present folder
  -t, --target NAME         target in muster.yaml; needed when there are several
      --test-campaign NAME  make, change, move and remove records in this campaign; a second one for transfers
      --intake              with --test-campaign: name two rows, and wait until you have loaded a file with them
      --pins                with --test-campaign: watch a pinned record for 48 minutes
      --test-user LOGIN     add and delete this user, whom nobody has; the name begins with muster-probe-
      --backend             with --test-user: in the backing instance, too
      --wrong-key           send one read with a key that is wrong on purpose, which may count towards a lock-out
      --former-key          send one read with the key before the present one, which may count towards a lock-out
      --rate READS          send this many reads within one second, 1 to 100
      --write               put the answers into profiles/<target>.json
      --auto-approve        do not ask first
  -h, --help                print this
`;

/** Reads within one second that may be asked for. */
const MOST_READS = 100;

/** Throws `bad-usage` for what is not understood. */
export function readWishes(argv: readonly string[]): Wishes {
  const { values } = parsed(argv);
  const wishes: Wishes = {
    help: values.help,
    directory: values.directory,
    target: values.target ?? null,
    campaigns: values['test-campaign'],
    intake: values.intake,
    pins: values.pins,
    user: values['test-user'] ?? null,
    backend: values.backend,
    wrongKey: values['wrong-key'],
    formerKey: values['former-key'],
    rate: values.rate === undefined ? null : readRate(values.rate),
    write: values.write,
    autoApprove: values['auto-approve'],
  };
  if (wishes.backend && wishes.user === null) throw usage('--backend needs --test-user');
  if (wishes.intake && wishes.campaigns.length === 0) throw usage('--intake needs --test-campaign');
  if (wishes.pins && wishes.campaigns.length === 0) throw usage('--pins needs --test-campaign');
  return wishes;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  directory: { type: 'string', short: 'C', default: '.' },
  target: { type: 'string', short: 't' },
  'test-campaign': { type: 'string', multiple: true, default: [] as string[] },
  intake: { type: 'boolean', default: false },
  pins: { type: 'boolean', default: false },
  'test-user': { type: 'string' },
  backend: { type: 'boolean', default: false },
  'wrong-key': { type: 'boolean', default: false },
  'former-key': { type: 'boolean', default: false },
  rate: { type: 'string' },
  write: { type: 'boolean', default: false },
  'auto-approve': { type: 'boolean', default: false },
} as const;

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'the options are not understood');
  }
}

function readRate(given: string): number {
  const rate = /^[1-9]\d{0,2}$/u.test(given) ? Number(given) : 0;
  if (rate >= 1 && rate <= MOST_READS) return rate;
  throw usage(`--rate takes a whole number from 1 to ${MOST_READS}; given: ${given.slice(0, 20)}`);
}

function usage(message: string): Refusal {
  return new Refusal('bad-usage', message);
}

/** What will be done beside reading, a line each; empty when nothing needs approval. `template`: that the test user gets. */
export function consequences(wishes: Wishes, template: string | null): string[] {
  const { campaigns, user, backend, rate } = wishes;
  const person = `${user ?? ''}${template === null ? '' : ` (template ${template})`}`;
  const sides = `the service${backend ? ' and the backing instance' : ''}`;
  const lines: [boolean, string][] = [
    [wishes.wrongKey, 'One read is sent with a wrong key, which may count towards a lock-out.'],
    [wishes.formerKey, 'One read is sent with the former key, which may count towards a lock-out.'],
    [
      campaigns.length > 0,
      `A dozen records named muster-probe-… are made, changed and removed in ${campaigns.join(' and ')}; none can be delivered for a week.`,
    ],
    [
      wishes.intake,
      'A file that you are asked to load there adds one more, which can be delivered until it is removed.',
    ],
    [wishes.pins, 'One more can be delivered at once; it is pinned to nobody’s name for 48 minutes, then removed.'],
    [user !== null, `The user ${person} is added and deleted a few times in ${sides}, and removed at the end.`],
    [rate !== null, `${rate ?? 0} reads are sent within one second.`],
  ];
  return lines.flatMap(([isMeant, line]) => (isMeant ? [line] : []));
}

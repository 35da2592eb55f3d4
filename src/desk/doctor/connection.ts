// Clock, name, certificate, key and the two services of one target, as checks. Reads only: one GetSecretValue beside the
// client's own, one query-existence, one searchPreviewCampaign, all about ids that nobody has.

import { openProbing, probeId, readCurrentKey, shakeHands } from '../../core/face.ts';
import type { CampaignPlace, Handshake } from '../../core/face.ts';
import { ERRORS, ToolError } from '../../core/model/errors.ts';
import { failed, ok, skipped, warning } from '../../core/model/check.ts';
import type { Check } from '../../core/model/check.ts';
import { pick } from '../../core/model/fields.ts';
import type { Outcome, Problem } from '../../core/model/outcome.ts';
import type { Clock } from '../../core/model/state.ts';
import type { Target } from '../../core/model/target.ts';
import { judgeServices } from './services.ts';
import type { ServiceAnswer } from './services.ts';

export interface ConnectionOptions {
  readonly target: Target;
  readonly clock: Clock;
  /** A campaign to ask about; null when none is declared. */
  readonly campaign: CampaignPlace | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 14;
const CLOCK_LIMIT_MS = 60_000;

export async function checkConnection(options: ConnectionOptions): Promise<Check[]> {
  const handshake = await triedHandshake(options.target);
  const line = handshake instanceof ToolError ? [hostCheck(handshake)] : handshakeChecks(handshake, options);
  if (handshake instanceof ToolError || handshake.reached !== 'done') {
    const names = ['key', 'users', 'records', 'clock'];
    return [...line, ...names.map((name) => skipped(name, 'not tried: there is no connection'))];
  }
  const key = await checkKey(options);
  if (key.status === 'failed') {
    const names = ['users', 'records', 'clock'];
    return [...line, key, ...names.map((name) => skipped(name, 'not tried: there is no key'))];
  }
  return [...line, key, ...(await checkServices(options))];
}

/** A target that must not be connected to, because of its host or its proxy, is a failed check. */
async function triedHandshake(target: Target): Promise<Handshake | ToolError> {
  try {
    return await shakeHands(target);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

function hostCheck({ code, message }: ToolError): Check {
  return fromCode('network', code, message);
}

/** Pure but for the clock handed in. */
export function handshakeChecks(handshake: Handshake, { target, clock }: ConnectionOptions): Check[] {
  const { place, reached, problem, addresses, proxy, certificate } = handshake;
  if (reached === 'proxy') return [fromCode('network', 'proxy-failed', `${place}: the proxy ${problem ?? ''}`)];
  if (reached === 'name' || reached === 'connection') {
    const what = reached === 'name' ? 'the name is not known' : 'no connection';
    return [fromCode('network', 'unreachable', `${place}: ${what} (${problem ?? ''})`)];
  }
  const way = proxy === null ? addresses.join(', ') : `through the proxy ${proxy}`;
  const network = ok('network', `${place} answers (${way})`);
  if (certificate === null) {
    return [network, fromCode('certificate', 'bad-certificate', `${place}: not trusted (${problem ?? ''})`)];
  }
  const days = Math.floor((certificate.validTo - clock()) / DAY_MS);
  const trust = target.ca === undefined ? 'roots of this machine' : 'roots of this machine and caFile';
  const text = `by ${certificate.issuer}, ${days} ${days === 1 ? 'day' : 'days'} left, ${certificate.protocol}; trusted: ${trust}`;
  return [
    network,
    days < SOON_DAYS
      ? warning('certificate', text, 'Have it renewed: when it ends, no run gets through.')
      : ok('certificate', text),
  ];
}

async function checkKey({ target, clock }: ConnectionOptions): Promise<Check> {
  const { secretName, secretsRegion } = target.apiKey;
  try {
    const { createdAt } = await readCurrentKey(target, clock);
    const age = createdAt === null ? 'its age is not told' : `made ${ageText(clock() - createdAt)} ago`;
    return ok('key', `secret ${secretName} in ${secretsRegion} is readable, ${age}`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return fromCode('key', error.code, error.message);
  }
}

function ageText(ms: number): string {
  const hours = Math.floor(Math.max(0, ms) / (60 * 60 * 1000));
  if (hours === 0) return 'less than an hour';
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Each service through a client of its own: the refusal of one must not silence the other. */
async function checkServices(options: ConnectionOptions): Promise<Check[]> {
  const { target, clock, campaign } = options;
  const [users, records] = [openProbing({ target, clock }), openProbing({ target, clock })];
  try {
    const isAsked = target.identity !== 'internal';
    const queried = isAsked ? answerOf(await users.queryUser(probeId())) : { problem: null, unclear: true };
    const searched =
      campaign === null
        ? null
        : answerOf(
            await records.searchRaw({ ...pick(campaign, ['campaignName', 'region']), clientId: probeId() }),
            (raw) => raw.status === 'FAILED',
          );
    const skew = users.skewMs() ?? records.skewMs();
    const judged = judgeServices(queried, searched, campaign?.campaignName ?? null);
    const unasked = skipped('users', 'not asked: the target says identity: internal');
    return [...(isAsked ? judged : judged.with(0, unasked)), clockCheck(skew)];
  } finally {
    await Promise.all([users.close(), records.close()]);
  }
}

/** A failure that names no reason of the environment was still an answer of the service. */
function answerOf<T>(outcome: Outcome<T>, unclear: (value: T) => boolean = () => false): ServiceAnswer {
  if (outcome.kind === 'done') return { problem: null, unclear: unclear(outcome.value) };
  return { problem: outcome.problem, unclear: false };
}

export function clockCheck(skewMs: number | null): Check {
  if (skewMs === null) return skipped('clock', 'the answers carried no Date header');
  const seconds = Math.round(skewMs / 1000);
  const text = `the clock of the service is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} ours`;
  if (Math.abs(skewMs) <= CLOCK_LIMIT_MS) return ok('clock', Math.abs(seconds) <= 1 ? 'as the service says' : text);
  return warning('clock', text, 'Set the clock of this machine: times are sent as milliseconds since 1970 in UTC.');
}

export function fromCode(name: string, code: Problem['code'], text: string): Check {
  return failed(name, { code, text, advice: ERRORS[code].advice });
}

// What the cheapest read of each service says about URL and key. Pure: both answers in, two checks out.

import { ERRORS } from '../../core/model/errors.ts';
import { failed, ok, skipped, warning } from '../../core/model/check.ts';
import type { Check } from '../../core/model/check.ts';
import type { Problem } from '../../core/model/outcome.ts';

export interface ServiceAnswer {
  /** Null: the service answered what was asked. */
  readonly problem: Problem | null;
  /** It answered, but that may be about the campaign or about an id that nobody has. */
  readonly unclear: boolean;
}

const REFUSALS: readonly Problem['code'][] = ['key-refused', 'unauthorized', 'wrong-url'];

/** `searched` is null when no campaign was known to ask about. */
export function judgeServices(
  queried: ServiceAnswer,
  searched: ServiceAnswer | null,
  campaignName: string | null,
): Check[] {
  const users = checkOf('users', { answer: queried, other: searched, prefix: 'adminPrefix' });
  if (searched === null) {
    return [users, skipped('records', 'no campaign is declared; name one with --campaign')];
  }
  const records = checkOf('records', { answer: searched, other: queried, prefix: 'previewPrefix' });
  if (!searched.unclear || records.status !== 'ok') return [users, records];
  const text = `answers FAILED to a search in ${campaignName ?? 'the campaign'}`;
  const advice = 'Either there is no such campaign, or absence is said that way; `muster doctor --probe` tells.';
  return [users, warning('records', text, advice)];
}

interface JudgedAnswer {
  readonly answer: ServiceAnswer;
  readonly other: ServiceAnswer | null;
  readonly prefix: 'adminPrefix' | 'previewPrefix';
}

function checkOf(name: 'users' | 'records', { answer, other, prefix }: JudgedAnswer): Check {
  const { problem } = answer;
  const operation = name === 'users' ? 'query-existence' : 'searchPreviewCampaign';
  if (problem === null) return ok(name, `${operation} answers; key and headers are accepted`);
  const otherAnswers = other !== null && other.problem === null && !other.unclear;
  if (REFUSALS.includes(problem.code) && otherAnswers) {
    const text = `${operation} is refused while the other service accepts the same key and headers: the URL is wrong`;
    return failed(name, { code: 'wrong-url', text, advice: `Check ${prefix} of the target.` });
  }
  if (REFUSALS.includes(problem.code) && other?.problem && REFUSALS.includes(other.problem.code)) {
    const text = `${operation} is refused, and so is the other service: the API key, the X-sc headers or the host`;
    const advice = 'Check companyCode, environment, platform and secretName; then host and region.';
    return failed(name, { code: 'key-refused', text, advice });
  }
  return failed(name, { code: problem.code, text: problem.message, advice: ERRORS[problem.code].advice });
}

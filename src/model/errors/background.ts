// Why a guard stops and what a finding means, with an example: printed by `explain` and in docs/errors.md, never in a run.

import type { ErrorCode } from '../errors.ts';

export const BACKGROUND: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-deletes':
    'The number is absolute and counts from the first delete; the percentage only adds to it once 20 objects of a kind are recorded. The number to type is exact, so a plan that grew since you read it stops again.',
  'guard-same-object':
    'Example: `Ana@example.com` becomes `ana@example.com`. The service would get an add and a delete for one person, and the order decides whether that person keeps access.',
  'guard-file-deletes':
    'Set by `policy.deletes.perFile` in muster.yaml; without it there is no such limit. A delete counts for the file that says `ensure: absent` or replaces a user; a record that was dropped counts for the file that declares its campaign; a person who was dropped is in no file any more, and all of these count together.',
  'guard-overwrite':
    'A value counts when it is neither what muster last wrote nor what the file says now: somebody changed it in the service, and somebody changed it in Git. Where only the service moved, the plan puts it back and says so in its reason; that does not stop. A lapsed pin and a time that the platform moved never count.',
  'guard-first-run':
    'Where nothing of a kind (people), or nothing of a campaign, was recorded before, incomplete files are more likely than a wish to remove. So the first run only adds; removals, replaces and `ensure: completed | removed` come with the next one. The number to type is exact.',
  'guard-requests':
    'The number in the plan is exact apart from retries. Reading stops as soon as it would send more than the limit; an apply is refused when the reading and the apply together would. So a wrong pattern or a tenfold roster does not use up the rate limit of a tenant.',
  'guard-incomplete':
    'What could not be read might be the very object that is needed, or might be gone. A delete planned beside such a gap may rest on half of the facts, so none is sent until everything was read.',
  'guard-empty':
    'An empty folder, a pattern in muster.yaml that matches the wrong place, or a checkout that failed looks like a wish to remove everybody. Where that is meant, `muster destroy` says so.',
  'guard-vanished':
    'A service that knows none of the recorded people is more often another tenant, or an emptied one, than a mass leave. Creating all of them there would be as wrong as forgetting them.',
  'plan-stale':
    'A fingerprint binds the target, the content of the desired files, what was seen in the service, and what would be written. When one of these moved since the approval, the plan is another one. With `--fingerprint @FILE` the changes that are new, gone or different are listed; `--allow-subset` accepts a plan that does less, and `--max-plan-age` limits how old an approval may be.',
  'left-for-approval':
    'A plan has a safe and a destructive part, each with a fingerprint of its own. Applying one of them leaves the other as it is; that is no failure, and the exit number does not count it.',
};

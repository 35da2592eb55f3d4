// The parts of a plan: what a reviewer decides one by one. Each has a fingerprint of its own and can be applied alone, so an
// urgent addition does not wait for a disputed delete, and a repair not for a person whose access is in question.
//
//   removals   takes something away, or may call a customer again
//   restores   gives access back to somebody whom others removed
//   repairs    puts back what changed outside Git, or finishes what an earlier run began
//   additions  adds and changes what the files say

export const CHANGE_PARTS = ['removals', 'restores', 'repairs', 'additions'] as const;

export type ChangePart = (typeof CHANGE_PARTS)[number];

/** What asks for a change: the files, or a repair of what others, the platform or an earlier run left (reconcile/plan/origin.ts). */
export type ChangeOrigin = 'git' | 'earlier' | 'outside' | 'lapsed' | 'retry';

/** Whether the files ask for it, whichever commit did; what they do not ask for is a repair. */
export function isOfFiles(origin: ChangeOrigin): boolean {
  return origin === 'git' || origin === 'earlier';
}

/** `wanted`: null for everything. `isApart`: a restore that another part takes along, and that can be approved with the restores all the same. */
export function standsIn({ part, isApart }: ChangePlace, wanted: ChangePart | null): boolean {
  return wanted === null || part === wanted || (isApart && wanted === 'restores');
}

type ChangePlace = { readonly part: ChangePart; readonly isApart: boolean };

/** What is applied: everything, or one part. */
export type PlanPart = 'whole' | ChangePart;

/** One value for each part, made by the function. */
export function eachPart<T>(make: (part: ChangePart) => T): Readonly<Record<ChangePart, T>> {
  const [removals, restores, repairs, additions] = [
    make('removals'),
    make('restores'),
    make('repairs'),
    make('additions'),
  ];
  return { removals, restores, repairs, additions };
}

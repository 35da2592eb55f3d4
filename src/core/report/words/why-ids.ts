// Whether ids still mean the customers they meant, in words (plan/changed-ids.ts).

import { isUser } from '../../model/address.ts';
import type { LastEdit } from '../../model/git.ts';
import type { ChangedId, ChangedPlace, GuardedId, GuardedIds } from '../../reconcile/guard.ts';
import { andMore, shortName } from './words.ts';

/** More are counted, not named. */
export const MOST_LOST = 20;

export function changedIds({ files }: GuardedIds): string {
  const each = files.map(({ file, kind, how, ids, lost = [], edit }) => {
    const { size } = new Set(ids.map(({ address }) => address));
    if (isPlace(how))
      return `${file ?? ''}${editedBy(edit)} ${PLACES[how](size)}: ${firstOf(ids.map(({ address }) => shortName(address)))}`;
    const noun = amount(size, how.startsWith('other-') ? 'id' : 'new id');
    const [one, many] = ID_WORDS[how];
    const where = file === null ? '' : ` of ${file}${editedBy(edit)}`;
    const whose = isUser({ kind }) ? ' of people' : '';
    const { finished = [], open = [], others = [] } = Object.groupBy(ids, ({ stays }) => stays ?? 'others');
    const isSame = how.startsWith('other-') || how === 'same-data';
    const fates =
      calledTwice(finished, { words: CALLED_AGAIN, isSame }) + calledTwice(open, { words: STANDS_TWICE, isSame });
    const away =
      lost.length === 0 ? '' : `; called under no id any more: the customers of ${firstOf(lost.map(shortName))}`;
    return `${noun}${whose}${where} ${size === 1 ? one : many}${pairs(others, how)}${fates}${away}`;
  });
  return `${each.join('; ')}; until this is answered, nothing of the plan can be applied`;
}

export const editedBy = (edit?: LastEdit): string =>
  edit ? ` (commit ${edit.commit.slice(0, 9)} by ${edit.author})` : '';

const firstOf = (named: readonly string[]): string =>
  named.slice(0, MOST_LOST).join(', ') + andMore(named.length - MOST_LOST);

/** ` (1 / 00001, 2 / 00002)`: the new id and the one that it may be. */
function pairs(ids: readonly GuardedId[], how: ChangedId): string {
  if (ids.length === 0) return '';
  const isOther = how.startsWith('other-') || how.startsWith('same-');
  const [like, fresh] = isOther ? [': of ', ': of somebody new'] : [' / ', ''];
  const named = ids.map(
    ({ address, other }) => shortName(address) + (other === null ? fresh : like + shortName(other)),
  );
  return ` (${firstOf(named)})`;
}

const CALLED_AGAIN = ['finished, and called again', 'finished, and called again'] as const;
const STANDS_TWICE = [
  'stays open in the service, and is called under both ids',
  'stay open in the service, and are called under both ids',
] as const;

/** `isSame`: name and number say so; a spelling says that they may be. */
function calledTwice(
  ids: readonly GuardedId[],
  { words: [one, many], isSame }: { readonly words: readonly [string, string]; readonly isSame: boolean },
): string {
  if (ids.length === 0) return '';
  const named = ids.map(({ address, other }) => `${shortName(other ?? '')} as ${shortName(address)}`);
  const isOne = ids.length === 1;
  const condition = isSame ? '' : ` if ${isOne ? 'it is the same customer' : 'they are the same customers'}`;
  return `; ${isOne ? one : many}${condition}: ${firstOf(named)}`;
}

const isPlace = (how: ChangedId): how is ChangedPlace => Object.hasOwn(PLACES, how);

/** What a file does whose column was sorted alone or emptied, or that changed places with another. */
const PLACES: Readonly<Record<ChangedPlace, (count: number) => string>> = {
  absences: () => 'makes people absent and brings back others whom muster removed',
  pins: (count) => `loses all its ${count} pins`,
  lists: (count) => `gets the ${count} open customers of another list, which gets those of this one`,
};

const OLD = 'finished or in no file any more';

/** Of one id, and of several: the words before the example. */
const ID_WORDS: Readonly<Record<Exclude<ChangedId, ChangedPlace>, readonly [string, string]>> = {
  zeros: [
    `differs only in leading zeros from one that is ${OLD}`,
    `differ only in leading zeros from ids that are ${OLD}`,
  ],
  digits: [
    `is one that is ${OLD}, written with decimals or signs`,
    `are ids that are ${OLD}, written with decimals or signs`,
  ],
  exponent: [
    `is one that is ${OLD}, as a number that lost its digits`,
    `are ids that are ${OLD}, as numbers that lost their digits`,
  ],
  date: [`is one that is ${OLD}, made a date or a time`, `are ids that are ${OLD}, made dates or times`],
  quotes: [
    `is one that is ${OLD}, with other quotes, blanks, dashes or letters`,
    `are ids that are ${OLD}, with other quotes, blanks, dashes or letters`,
  ],
  'same-data': [
    'has the customer of an id that is finished, in no file any more, or changed',
    'have the customers of ids that are finished, in no file any more, or changed',
  ],
  'as-many': [
    'came as one finished id left the files, and no data tell them apart',
    'came as just as many finished ids left the files, and no data tell them apart',
  ],
  'same-number': [
    'has the number of an id that is in no file any more, or changed',
    'have the numbers of ids that are in no file any more, or changed',
  ],
  'other-customer': [
    'now has the name and number of another customer',
    'now have the names and numbers of other customers',
  ],
  'other-number': ['now has the number of another customer', 'now have the numbers of other customers'],
};

/** Digits alone, other than `count` of words.ts: the number is to be typed as it stands here. */
export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

// Criteria of a search in words (preview campaign interface, "Search criterion"): `key CONDITION value`, or `key=value` for EQUALS.
//
//   written                            key                  condition   value
//   tier=gold                          tier                 EQUALS      gold
//   First Name BEGINSWITH Mar          First Name           BEGINSWITH  Mar
//   sys_preferred_agent EQUALS ""      sys_preferred_agent  EQUALS      (empty)
//
// A value in double quotes is JSON text, so that it can be empty or begin with a blank. Pure.

import { typed } from './hidden.ts';
import { nearest } from './suggest.ts';

export const CONDITIONS = ['EQUALS', 'NOTEQUALS', 'GREATERTHAN', 'LESSTHAN', 'CONTAINS', 'BEGINSWITH'] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface Criterion {
  /** A data key, or a system field. */
  readonly key: string;
  readonly value: string;
  readonly condition: Condition;
}

/** "System field names usable as key in a criterion". */
export const SYSTEM_KEYS = [
  'sys_skill_queue',
  'sys_worked_attempts',
  'sys_item_time_zone',
  'sys_worked_state',
  'sys_preferred_agent',
  'sys_next_earliest_worktime_long',
] as const;

/** What is asked for where no criterion is given: who is open. */
export const OPEN = ['COMPLETED', 'REMOVED'].map((value): Criterion => ({
  key: 'sys_worked_state',
  condition: 'NOTEQUALS',
  value,
}));

/** Why words are no criterion: no key and condition; a word that is no condition; no value behind the condition. */
export type CriterionFault =
  | { readonly fault: 'form' }
  /** `given`: what is nearly a condition; null where no word is: any word may be a value of a customer. */
  | { readonly fault: 'condition'; readonly given: string | null }
  | { readonly fault: 'value'; readonly condition: Condition };

const IN_WORDS = new RegExp(`^(.+?)\\s+(${CONDITIONS.join('|')})(?:\\s+(.*))?$`, 'su');

export function readCriterion(words: string): Criterion | CriterionFault {
  const [, key = '', word = '', given = ''] = IN_WORDS.exec(words) ?? [];
  const condition = CONDITIONS.find((each) => each === word);
  if (condition !== undefined) return criterionOf(key.trim(), condition, given);
  const at = words.indexOf('=');
  if (at > 0 && words.slice(0, at).trim() !== '')
    return criterionOf(words.slice(0, at).trim(), 'EQUALS', words.slice(at + 1));
  const [first, second] = words.trim().split(/\s+/u);
  if (at >= 0 || first === undefined || second === undefined) return { fault: 'form' };
  return { fault: 'condition', given: conditionMeant(words) };
}

function criterionOf(key: string, condition: Condition, given: string): Criterion | CriterionFault {
  return given === '' ? { fault: 'value', condition } : { key: typed(key), value: unquoted(given), condition };
}

function conditionMeant(words: string): string | null {
  const behindKey = words.trim().split(/\s+/u).slice(1);
  return behindKey.find((word) => nearest(word.toUpperCase(), CONDITIONS) !== null) ?? null;
}

function unquoted(text: string): string {
  if (!/^".*"$/su.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

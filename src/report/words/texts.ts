// A text for each kind of a reason, in one row. A plain row holds no value, so the second system has its name in it; any other row is
// handed the reason, and what else is known.

import { withName } from './words.ts';

/** `Key`: what tells the members of the union apart. */
export type Texts<Of, Key extends keyof Of, Context extends Named = Named> = {
  readonly [Kind in Of[Key] & string]: string | ((reason: Member<Of, Key, Kind>, context: Context) => string);
};

/** A member may have several kinds. */
type Member<Of, Key extends keyof Of, Kind> = Of extends unknown ? (Kind extends Of[Key] ? Of : never) : never;

export interface Named {
  /** What the second system is called. */
  readonly system: string;
}

export function textOf<Of, Key extends keyof Of, Context extends Named>(
  texts: Texts<Of, Key, Context>,
  [reason, key]: readonly [Of, Key],
  context: Context,
): string {
  const row = texts[reason[key] as Of[Key] & string] as string | ((reason: Of, context: Context) => string);
  return typeof row === 'string' ? withName(row, context.system) : row(reason, context);
}

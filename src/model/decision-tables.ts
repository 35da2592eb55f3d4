// The decision tables of docs/semantics.md by name: the page takes its headings from here, and `muster why` names the table that
// an answer comes from.

export const DECISION_TABLES = {
  'declared-user': 'A declared user',
  'changed-profile': 'A changed name, template or e-mail',
  'recreated-user': 'An account that somebody else created again',
  'undeclared-user': 'A user who is no longer declared',
  leaver: 'Leavers: `ensure: absent`',
  'declared-record': 'A declared record',
  'ending-record': 'A record that is to be removed or finished',
  'worked-record': 'A record that an agent has touched: `whenWorked`',
  reissue: 'Calling somebody again: `reissue`',
  'asked-state': 'The state that the file asks for: `ensure: completed | removed | worked | open`',
  move: 'A record that moves to another campaign',
  'moved-outside': 'A record that somebody else moved',
  pin: 'Pins and the 30-minute rule',
  marker: 'Whose record it is: markers',
  offboarding: 'Off-boarding: tasks pinned to a person who leaves',
} as const satisfies Readonly<Record<string, string>>;

export type DecisionTable = keyof typeof DECISION_TABLES;

/** `docs/semantics.md#a-declared-user`. */
export function tablePlace(name: DecisionTable): string {
  const heading = DECISION_TABLES[name].toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, '');
  return `docs/semantics.md#${heading.replaceAll(' ', '-')}`;
}

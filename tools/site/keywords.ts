// Words that readers type and the pages do not say, by page or by heading of a page; and pages that the search leaves out. They are put
// into the index of the search alone: no reader sees them.

/** File, or file and anchor -> words. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  'docs/adoption.md': 'import existing terraform import take over',
  'docs/approval.md': 'approve approver approval confirm yes',
  'docs/commands.md': 'cli options arguments refresh status',
  'docs/drift.md': 'refresh detect changes alarm',
  'docs/environments.md': 'staging production dev test environment workspace default target',
  'docs/exit-codes.md': 'exit number return code status',
  'docs/look-ups.md': 'state list history audit who changed',
  'docs/network.md': 'firewall port certificate secret rotation rate limit logging trace',
  'docs/offboarding.md': 'leaver delete user deactivate quit',
  'docs/pulumi.md': 'checkpoint refresh skip preview',
  'docs/pull-requests.md': 'merge request comment github gitlab azure',
  'docs/recipes.md#a-message-into-a-chat': 'slack teams webhook notification',
  'docs/recipes.md#revert-the-last-apply': 'rollback roll back revert undo',
  'docs/recovery.md': 'crash kill force unlock interrupted cancel',
  'docs/spreadsheets.md': 'excel leading zeros date format phone plus sign csv google sheets libreoffice',
  'docs/state.md': 'ledger backup remote state backend state list lost',
  'docs/who-decides.md': 'approver permissions codeowners roles reviewers github gitlab',
  'docs/windows.md': 'windows powershell cmd',
};

export const NOT_SEARCHED: readonly string[] = ['CHANGELOG.md'];

/** The page as the search indexes it: the words stand behind the heading that they belong to. Empty: it is left out. */
export function searchedHtml(file: string, html: string): string {
  if (NOT_SEARCHED.includes(file)) return '';
  const own = Object.entries(KEYWORDS).filter(([place]) => place === file || place.startsWith(`${file}#`));
  return own.reduce((text, [place, words]) => behindHeading(text, place.split('#')[1] ?? null, words), html);
}

/** `anchor` null: the first heading. */
function behindHeading(html: string, anchor: string | null, words: string): string {
  const id = anchor === null ? '' : `[^>]*\\bid="${anchor}"`;
  const heading = new RegExp(`<h(\\d)${id}[^>]*>.*?</h\\1>`, 'su');
  return html.replace(heading, (found) => `${found}<p>${words}</p>`);
}

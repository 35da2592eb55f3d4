// Writes contributing/statements.md: every sentence of the two interface documents, what muster makes of it, and how many tests name it in
// their titles. `node scripts/generate-statements.ts`; `npm run check -- generated` fails where the file is not up to date.

import { globSync } from 'node:fs';
import ts from 'typescript';
import { DOCUMENTS, isFrame, isOpen, statementsOf } from '../test/sandbox/audit.ts';
import type { DocumentName } from '../test/sandbox/audit.ts';
import { SENTENCES } from '../test/sandbox/sentences.ts';
import { SHOWN } from '../test/sandbox/shown.ts';
import { STRICTER, UNSEEN, VERDICTS, verdictOf } from '../test/sandbox/verdicts.ts';
import { pretty, read, ROOT, write } from '../tools/files.ts';

export const STATEMENTS = 'contributing/statements.md';

/** Sentence id -> titles that name it, of all tests but the contract test, which names each sentence that can be seen. */
export function titlesById(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('test/**/*.test.ts', { cwd: ROOT }).toSorted();
  const titles = files.flatMap((file) => titlesOf(file, read(file)));
  const named = titles.flatMap((title) => [...title.matchAll(/\b[PU]-\d{3}\b/gu)].map(([id]) => [id, title] as const));
  const groups = [...Map.groupBy(named, ([id]) => id)];
  return new Map(groups.map(([id, pairs]) => [id, pairs.map(([, title]) => title)]));
}

/** First arguments of test(...), it(...) and their `each`, where they are plain text. `named`: the functions that count. */
export function titlesOf(file: string, text: string, named: readonly string[] = ['test', 'it']): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression, named)) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) titles.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return titles;
}

/** `test`, `it`, and what `test.each(...)` and `test.skipIf(...)` answer. */
function isTest(called: ts.Expression, named: readonly string[]): boolean {
  if (ts.isIdentifier(called)) return named.includes(called.text);
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression, named);
  return false;
}

export async function statementsPage(): Promise<string> {
  const titles = titlesById();
  const page = `<!-- Written by scripts/generate-statements.ts from test/sandbox. -->

# The interface documents, sentence by sentence

Paths on this page are those of muster's repository.

The list is made from the text of the documents: an audit (\`test/sandbox/audit.test.ts\`) takes them apart line by line, and fails for a
sentence that is quoted nowhere, for a quotation that the document does not have, and for one without a verdict. The contract test
(\`test/sandbox/contract.test.ts\`) holds the sandbox to each sentence that any request can show, over real HTTPS. The verdict is about
muster, and judged by reading; the last column says where it holds to the sentence, and which test shows that.

${DOCUMENTS.map(countOf).join('\n')}

| Verdict | Meaning | Sentences |
| --- | --- | --- |
${VERDICTS.map((verdict) => `| ${verdict} | ${MEANING[verdict]} | ${SENTENCES.filter(({ id }) => verdictOf(id).verdict === verdict).length} |`).join('\n')}
| | all | ${SENTENCES.length} |

- Held by a test of the sandbox: ${SENTENCES.filter(({ id }) => !UNSEEN.includes(id)).length}. No request shows ${UNSEEN.join(', ')}.
- Named in the title of a test of muster itself beside that: ${SENTENCES.filter(({ id }) => titles.has(id)).length}.

## Refused on purpose

The documents allow these; muster refuses them, and says why.

| Refused | Why | Sentences |
| --- | --- | --- |
${STRICTER.map(({ what, why, ids }) => `| ${what} | ${why} | ${ids.join(', ')} |`).join('\n')}

${(['preview-campaign', 'user-provisioning'] as const).map(tableOf).join('\n\n')}
`;
  return pretty(STATEMENTS, page);
}

const MEANING = {
  right: 'muster holds to it',
  nothing: 'nothing for a client to do',
  wrong: 'muster does otherwise',
  refused: 'muster refuses what is allowed, without a reason',
  unreachable: 'nothing makes muster use it',
} as const satisfies Readonly<Record<(typeof VERDICTS)[number], string>>;

function countOf(document: DocumentName): string {
  const all = statementsOf(document);
  const [open, frame] = [all.filter(isOpen).length, all.filter(isFrame).length];
  return `- ${document}: ${all.length} statements; ${open} leave something open, ${frame} say how to read it, ${all.length - open - frame} are quoted below.`;
}

function tableOf(document: DocumentName): string {
  const rows = SENTENCES.filter((each) => each.document === document).map(({ id, place, sentence }) => {
    const { verdict, why } = verdictOf(id);
    const row = SHOWN.find(({ ids }) => ids.includes(id));
    const where = row === undefined ? '' : [...new Set([row.code[0], row.test[0]])].join(', ');
    return `| ${id} | ${place} | ${cell(sentence)} | ${verdict}${why === '' ? '' : `: ${why}`} | ${where} |`;
  });
  const head = '| Id | Section | Sentence | Verdict | Held to in, shown by |\n| --- | --- | --- | --- | --- |';
  return `## ${document}\n\n${head}\n${rows.join('\n')}`;
}

/** Rows of a table stand in a table: their bars are escaped. */
function cell(sentence: string): string {
  return sentence.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

if (import.meta.main) write(STATEMENTS, await statementsPage());

// Markdown of reports, judged by parsing it back as GitHub does: whatever stands in a file or in the service, the page has our links,
// our folds and our tables, and no others.

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { codeCell, codeSpan, prose } from '../../src/core/model/markdown.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import type { Plan } from '../../src/core/reconcile/plan-value.ts';
import type { ReportDocument } from '../../src/core/report/documents/document.ts';
import { render } from '../../src/formats/formats.ts';
import type { ReportContext } from '../../src/core/report/words/head.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { writeMarkdown } from '../../src/core/report/markdown/sections.ts';
import type { MarkdownFlavour } from '../../src/core/report/markdown/lay-out.ts';
import { planDocument } from '../../src/core/report/documents/plan.ts';
import { documents } from './documents.ts';
import { CANARY, context, emptyPlan, fullDrift, fullPlan, userChange } from './values.ts';

/** As a forge renders it, HTML in the text included. */
function html(markdown: string): string {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  return micromark(markdown, options);
}

const HOSTILE = [
  '@team/everyone and #12 !7 ~label',
  '</details></table><script>alert(1)</script><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1)) ![x](https://evil.example/p.png) <https://evil.example>',
  'https://evil.example www.evil.example a@evil.example',
  '| a | b |\n| --- | --- |\n| c | d |',
  '` ``` `` ~~~ `',
  '\n\n# heading\n\n- item\n\n> quote\n\n/close\n/approve',
  '<!-- muster {"v":1} -->',
  '\u001b[31mred\u001b[0m \u202egnp.exe \u200b',
  '\\`\\|\\',
  ':tada: **bold** _it_ ~~gone~~ $x^2$ [^1] [ ] &lt;b&gt;',
  'x'.repeat(1_000_000),
] as const;

/** Tags of the rendered page without their text. */
const tags = (page: string): string[] =>
  [...page.matchAll(/<(\/?[a-z][\w-]*)/giu)].map(([, name = '']) => name.toLowerCase());

const ALLOWED = /^\/?(h3|h4|p|strong|code|table|thead|tbody|tr|th|td|details|summary|ol|ul|li|sub|br|em)$/u;

test.each(HOSTILE.map((text, index) => [index, text] as const))(
  'hostile text %i stays one code span',
  (_index, text) => {
    expect(tags(html(`before ${codeSpan(text)} after`))).toEqual(['p', 'code', '/code', '/p']);
    const row = html(`| a | b |\n| --- | --- |\n| ${codeCell(text)} | end |\n`);
    expect(tags(row).filter((name) => name === 'td')).toHaveLength(2);
    expect(tags(row).filter((name) => name === 'code')).toHaveLength(1);
  },
);

test.each(HOSTILE)('in a sentence, code spans hold all that has a meaning: %s', (text) => {
  const page = html(`before ${prose(`why: ${text} @ (b@example.com), c`)} after`);
  expect(tags(page).filter((name) => !/^\/?(?:p|code)$/u.test(name))).toEqual([]);
  expect(page.replaceAll(/<code>.*?<\/code>/gsu, '')).toMatch(
    /^<p>before why: [\p{L}\p{N} ,.;:()-]*\(\), c after<\/p>\n?$/u,
  );
});

test('words of a sentence stay words beside a value', () => {
  expect(prose('3 customers go to ana@example.com, then (by *b* c_d) to x')).toBe(
    '3 customers go to `ana@example.com`, then (by `*b* c_d`) to x',
  );
  expect(prose('agent nobody -> ana@example.com')).toBe('agent nobody → `ana@example.com`');
  expect(prose('as on www.123 today')).toBe('as on `www.123` today');
  expect(prose('/close @ana')).toBe('`/close @ana`');
  expect(prose('12. a_b')).toBe('`12. a_b`');
});

/** The same document with a hostile text in every place where the files or the service put one. */
function poisoned(document: ReportDocument, text: string): ReportDocument {
  const poison = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => poison(each, key));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
    }
    const isFree = [
      'message',
      'text',
      'reason',
      'note',
      'file',
      'owner',
      'lines',
      'before',
      'after',
      'advice',
      'project',
      'onMerge',
      'command',
      'why',
    ].includes(key);
    if (key === 'address' && typeof value === 'string')
      return value.startsWith('user:') ? `user:${text}` : `record:${text}/${text}`;
    return isFree && typeof value === 'string' ? text : value;
  };
  return poison(document, '') as ReportDocument;
}

const KINDS = ['plan', 'apply', 'drift', 'validate', 'error'] as const;
const FLAVOURS: readonly MarkdownFlavour[] = ['github', 'gitlab', 'azure'];
const SHOWN = Object.entries(documents).filter(([, { kind }]) => KINDS.some((each) => each === kind));

describe.each(FLAVOURS)('as %s shows it', (flavour) => {
  const wish = { flavour, budget: 60_000, header: '' };

  test.each(SHOWN)('%s has only our elements, whatever the values are', (_name, document) => {
    for (const text of HOSTILE) {
      const { text: markdown } = writeMarkdown([poisoned(document, text)], { ...wish, header: '@team <b>' });
      expect(markdown.length).toBeLessThanOrEqual(60_000);
      const page = html(markdown);
      expect(tags(page).filter((name) => !ALLOWED.test(name))).toEqual([]);
      const outside = page.replaceAll(/<code>.*?<\/code>/gsu, '');
      expect(outside).not.toMatch(/@team|evil\.example|muster \{|\u202e|\u001b/u);
      const opened = tags(page).filter((name) => name === 'details').length;
      expect(tags(page).filter((name) => name === '/details')).toHaveLength(opened);
    }
  });

  test.each(SHOWN)('%s shows no personal value', (_name, document) => {
    expect(writeMarkdown([document], wish).text).not.toContain(CANARY);
  });
});

/** Users to delete who share no row: each stands in a file of its own. */
function manyDeletes(count: number): ReportDocument {
  const changes = Array.from({ length: count }, (_, index) => {
    const change = userChange(`person.${index}@example.com`, index + 1, { action: 'delete' });
    return { ...change, source: { file: `teams/${index}.yaml`, line: 1, column: 1 } };
  });
  const digests = changes.map((each) => ({
    ...fullPlan.approval.changes[0],
    address: each.address,
    part: 'removals',
    tiedTo: null,
  }));
  const approval = { ...fullPlan.approval, changes: digests } as typeof fullPlan.approval;
  return planDocument({ ...fullPlan, changes, approval }, context);
}

describe('the budget', () => {
  test.each([60_000, 5_000])(
    '10,000 deletes in %i characters: each is named or counted, and the text says so',
    (budget) => {
      const { text, truncated } = writeMarkdown([manyDeletes(10_000)], { flavour: 'github', budget, header: '' });
      expect(text.length).toBeLessThanOrEqual(budget);
      expect(truncated).toBe(true);
      expect(text).toContain('**Shortened**');
      const table = text.slice(text.indexOf('**People'));
      const counts = [...table.matchAll(/more rows? \(([\d,]+) objects\)/gu)].map(([, each = '0']) => each);
      const counted = counts.reduce((sum, each) => sum + Number(each.replaceAll(',', '')), 0);
      const rows = [...text.matchAll(/person\.\d+@example\.com/gu)].length;
      expect(rows + counted).toBeGreaterThanOrEqual(10_000);
      expect(tags(html(text)).filter((name) => !ALLOWED.test(name))).toEqual([]);
      expect(text).toContain(fullPlan.fingerprint.whole ?? '-');
    },
  );

  test('what fits is not shortened', () => {
    const { text, truncated } = writeMarkdown([planDocument(fullPlan, context)], {
      flavour: 'github',
      budget: 60_000,
      header: '',
    });
    expect(truncated).toBe(false);
    expect(text).not.toContain('Shortened');
  });
});

test('several targets are one page: a table of results first, then each of them', () => {
  const drift = driftDocument(fullDrift, { ...context, command: 'drift' });
  const wish = { flavour: 'github', budget: 60_000, header: 'nightly' } as const;
  const { text } = writeMarkdown([planDocument(fullPlan, context), drift], wish);
  const page = html(text);
  expect(text.split('\n')[0]).toBe('### muster: `nightly`, 2 reports');
  expect(tags(page).filter((name) => name === 'h4')).toHaveLength(2);
  expect(page.indexOf('<table>')).toBeLessThan(page.indexOf('<h4>'));
});

describe('what a reviewer of a comment asks first', () => {
  const comment = (plan: Plan, more: Partial<ReportContext> = {}): string =>
    writeMarkdown([planDocument(plan, { ...context, ...more })], { flavour: 'github', budget: 60_000, header: '' })
      .text;

  test('what stops, how much of it, and the exact words that allow it', () => {
    const text = comment(fullPlan);
    expect(text).toContain('**Blocked by question 1. Besides, 1 person and 1 customer wait for questions 2 and 3.**');
    expect(text).toContain(
      [
        '1. **Should all of these be deleted?**',
        '   - 1 person and 12 customers would be deleted (13 in all): `old.agent@example.com`, C-1002, C-1003, C-1004, C-1005, C-1006, C-1007, C-1008, C-1009, C-1010, C-1011, C-1012, C-1013; muster asks before it deletes more than 3 customers',
        '   - **they stay** → put their rows and ids back as they were',
        '   - **they go** → apply with `--allow deletes=13` (people lose access, customers are dropped)',
      ].join('\n'),
    );
  });

  test('in the heading, of a plan that is blocked: what stops it, and what it comes to', () => {
    const guards = fullPlan.guards.filter(({ code }) => code === 'guard-deletes');
    const read = { ...fullPlan, guards, verdicts: [], coverage: { asked: 412, answered: 412 } };
    const [heading = '', , below = ''] = comment(read).split('\n');
    expect(heading).toMatch(/^### muster: .* · ⛔ Blocked by question 1\. Removes 1 person, .*; drops 12 customers, /u);
    expect(below).not.toContain('drops');
  });

  test('what merging does, and what it waits for; folded, that the workflow did not say it', () => {
    const allowed = { ...fullPlan, guards: [] };
    expect(comment(allowed, { onMerge: 'pulumi up' })).toContain('**After the merge**\n\npulumi up\n');
    const stops = '\n\nnothing is sent before the answer to question 1; then: pulumi up runs\n';
    expect(comment(fullPlan, { onMerge: 'pulumi up runs.' })).toContain(stops);
    expect(comment(allowed)).toContain(
      '- Whether a merge applies this plan depends on the workflow of this repository',
    );
    expect(comment(emptyPlan)).not.toContain('After the merge');
    expect(render('text', planDocument(fullPlan, context), { style: PLAIN, width: 100, verbose: false })).not.toContain(
      'After the merge',
    );
  });

  test('why a create stands among what is taken away', () => {
    const [first, ...others] = fullPlan.approval.changes;
    if (first === undefined) throw new TypeError('the plan has changes');
    const tied = { ...first, part: 'removals', tiedTo: 'user:old.agent@example.com' } as const;
    const approval = { ...fullPlan.approval, changes: [tied, ...others] };
    expect(comment(fullPlan)).not.toContain('comes first, then');
    expect(comment({ ...fullPlan, approval })).toContain('comes first, then: delete user `old.agent@example.com`');
  });
});

test('a short plan reads like this', async () => {
  const wish = { flavour: 'github', budget: 60_000, header: '' } as const;
  await expect(writeMarkdown([planDocument(fullPlan, context)], wish).text).toMatchFileSnapshot('golden/plan.md.txt');
});

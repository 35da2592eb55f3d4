// How a report says to go on: as the repository does it. Where a workflow keeps recorded state, a command at a terminal would run
// without a ledger, so none is named; places are links to the commit that the forge names.

import { describe, expect, test } from 'vitest';
import { readContext } from '../../src/publish/context.ts';
import type { ForgeContext } from '../../src/publish/context.ts';
import { fileLink, reportLink } from '../../src/publish/links.ts';
import { applyDocument, planDocument } from '../../src/core/report/documents/plan.ts';
import { driftDocument } from '../../src/core/report/documents/drift.ts';
import { writeMarkdown } from '../../src/core/report/markdown/sections.ts';
import { renderText } from '../../src/core/report/text.ts';
import { PLAIN } from '../../src/core/report/words/style.ts';
import { context, emptyPlan, fullDrift, fullPlan, fullResult } from './values.ts';

const WAY = 'Actions > muster apply > Run workflow, on the default branch';
const wish = { flavour: 'github', budget: 60_000, header: '' } as const;
const home = { ...context, applyWith: WAY };
/** Every guard that a word passes is open; those without words are gone. */
const open = { ...fullPlan, guards: fullPlan.guards.filter(({ pass }) => pass !== null) };

describe('where a workflow applies', () => {
  test('the comment of a plan names the workflow and the inputs to type, and no command of a terminal', () => {
    const { text } = writeMarkdown([planDocument(open, home)], wish);
    const digits = open.fingerprint.whole?.slice(0, 16) ?? '';
    const [, line = ''] = /- all [\d,]+ \(without the 2 with a question\): `([^`]+)`/u.exec(text) ?? [];
    const words = open.guards.map(({ pass }) => pass).join(' ');
    expect(line).toBe(`${WAY}: fingerprint ${digits}, allow ${words}`);
    expect(text).not.toMatch(/muster (?:apply|plan) --|--allow/u);
    expect(text).toContain(`- **they go** → start ${WAY.replaceAll('>', '`>`')} with \`allow deletes=13\``);
  });

  test('what is to be done once more is this job, and a plan without changes says nothing', () => {
    expect(planDocument(fullPlan, home).next).toEqual({ why: 'Read again', command: 'run this job again' });
    expect(planDocument(emptyPlan, home).next).toBeNull();
  });

  test('an apply and a drift report send nobody to a terminal to plan', () => {
    const apply = applyDocument(fullResult, { ...home, command: 'apply' });
    const drift = driftDocument(fullDrift, { ...home, command: 'drift' });
    expect(apply.next?.command).toBe(WAY);
    expect(drift.waysOut.find(({ why }) => why === 'Repair it')?.command).toBe(WAY);
    expect(writeMarkdown([apply, drift], wish).text).not.toContain('muster plan');
  });
});

test('at a terminal the command is named, as before', () => {
  const text = JSON.stringify(planDocument(open, context).exactly);
  expect(text).toContain('muster apply --target prod-eu --fingerprint');
  expect(text).not.toContain('Run workflow');
});

const COMMIT = 'c'.repeat(40);
const JOBS: Readonly<Record<string, readonly [Record<string, string>, string, string]>> = {
  GitHub: [
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_SERVER_URL: 'https://ghes.example.com',
      GITHUB_RUN_ID: '7',
      GITHUB_SHA: COMMIT,
    },
    `https://ghes.example.com/o/r/blob/${COMMIT}/ops/a%20b.yaml#L3`,
    'https://ghes.example.com/o/r/actions/runs/7#artifacts',
  ],
  Gitea: [
    {
      GITEA_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_SERVER_URL: 'https://g.example.com',
      GITHUB_RUN_ID: '7',
      GITHUB_SHA: COMMIT,
    },
    `https://g.example.com/o/r/src/commit/${COMMIT}/ops/a%20b.yaml#L3`,
    'https://g.example.com/o/r/actions/runs/7',
  ],
  GitLab: [
    {
      GITLAB_CI: 'true',
      CI_API_V4_URL: 'https://l.example.com/api/v4',
      CI_PROJECT_ID: '9',
      CI_PROJECT_URL: 'https://l.example.com/o/r',
      CI_COMMIT_SHA: COMMIT,
      CI_JOB_URL: 'https://l.example.com/j/1',
    },
    `https://l.example.com/o/r/-/blob/${COMMIT}/ops/a%20b.yaml#L3`,
    'https://l.example.com/j/1',
  ],
  'Azure DevOps': [
    {
      TF_BUILD: 'True',
      SYSTEM_COLLECTIONURI: 'https://d.example.com/o/',
      SYSTEM_TEAMPROJECT: 'p',
      BUILD_REPOSITORY_ID: 'r',
      BUILD_REPOSITORY_URI: 'https://o@d.example.com/o/p/_git/r',
      BUILD_SOURCEVERSION: COMMIT,
      BUILD_BUILDID: '5',
    },
    `https://d.example.com/o/p/_git/r?path=/ops/a%20b.yaml&version=GC${COMMIT}&line=3&lineEnd=4&lineStartColumn=1&lineEndColumn=1`,
    'https://d.example.com/o/p/_build/results?buildId=5&view=artifacts&type=publishedArtifacts',
  ],
};

test.each(Object.entries(JOBS))(
  'on %s a place is a page at the commit of the event, and the report its artifacts',
  (_forge, [job, file, report]) => {
    const where: ForgeContext = readContext(job, null);
    expect(fileLink(where, 'ops/a b.yaml', 3)).toBe(file);
    expect(reportLink(where)).toBe(report);
    for (const path of ['../../evil/r', '/etc/passwd', 'a/./b', 'a//b']) expect(fileLink(where, path, 3)).toBeNull();
  },
);

test('places of a comment are links, and stay code where no page is known', () => {
  const document = planDocument(fullPlan, context);
  const { text } = writeMarkdown(
    [document],
    wish,
    (file, line) => `https://f.example.com/${encodeURIComponent(file)}#L${line}`,
  );
  expect(text).toMatch(/\[`teams\/support\.yaml:14`\]\(<https:\/\/f\.example\.com\/teams%2Fsupport\.yaml#L14>\)/u);
  expect(writeMarkdown([document], wish).text).not.toContain('](<');
  expect(renderText(document, { width: 100, style: PLAIN, verbose: false, group: 'decision' })).not.toContain('](<');
});

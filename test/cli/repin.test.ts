// muster repin as a user calls it: what it writes in each kind of file, what it leaves for a person, whom it refuses, and the way of a leaver
// with pins from the finding to a service that is as declared.

import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../desired/project-folder.ts';
import { muster, parsed, saying, type Ended } from './muster.ts';
const PEOPLE = `users:
  - { loginUserId: carlos, ensure: absent }
  - { loginUserId: bianca, firstName: B, lastName: R, userTemplateName: T }
  - { loginUserId: hugo, firstName: H, lastName: L, userTemplateName: T }
`;
const CAMPAIGNS = `# Ours.
campaigns:
  - campaignName: Spring
    recordsFrom:
      file: spring.csv
      delimiter: semicolon
      columns: { clientId: Nr, preferredAgent: Agent, data: { Name: Name } }
    records:
      - clientId: S-1
        preferredAgent:   "carlos"   # our best
        data: { Name: 'carlos' }
      - { clientId: S-2, preferredAgent: 'carlos', nextEarliestWorkTime: 2027-06-01T10:30:00+02:00 }
      - clientId: S-3
        preferredAgent: hugo
      - { clientId: S-4, preferredAgent: carlos, ensure: completed }

  - campaignName: Autumn
    records: [{ clientId: A-1, preferredAgent: carlos }, { clientId: A-2, preferredAgent: hugo }]
`;
const CSV =
  '\ufeffNr;Name;Agent\r\nC-1;"He said ""carlos"";\r\nand left";carlos\r\n\r\nC-2;carlos;"carlos"\r\nC-3;Ida;hugo\r\nC-4;Max;\r\n';

const MUSTER = 'name: n\ndesired: ["desired/*.{yaml,json,mjs}"]\ntargets: { s: { sandbox: true } }\n';
const FILES = {
  'muster.yaml': MUSTER,
  'desired/people.yaml': PEOPLE,
  'desired/campaigns.yaml': CAMPAIGNS,
  'desired/spring.csv': CSV,
};

async function project(more: Readonly<Record<string, string>> = {}) {
  const folder = await projectFolder({ ...FILES, ...more });
  const read = (file: string): string => readFileSync(join(folder, 'desired', file), 'utf8');
  const repin = async (...words: string[]): Promise<Ended> =>
    muster(['repin', '--from', 'carlos', '--to', 'bianca', ...words], { folder });
  return { folder, read, repin };
}

describe('what is written', () => {
  test('programs read which pins went where, which files were written, and what is left by hand', async () => {
    const { repin } = await project();
    const { exit, out } = await repin('--json');
    expect(exit).toBe(0);
    expect(parsed(out)).toMatchObject({ from: 'carlos', to: 'bianca', written: true, byHand: [] });
    expect(parsed(out)['files']).toEqual(['desired/campaigns.yaml', 'desired/spring.csv']);
    expect(parsed(out)['edited']).toContainEqual({
      address: 'record:Spring/S-1',
      source: expect.objectContaining({ file: 'desired/campaigns.yaml' }) as unknown,
    });
  });

  test('comments, quotes, delimiter, line ends and mark stay; data and records that end keep the name', async () => {
    const { folder, read, repin } = await project();
    expect((await muster(['validate'], { folder })).out.replaceAll(/\s+/gu, ' ')).toContain(
      'muster repin --from carlos --to LOGIN',
    );
    expect(await repin()).toEqual({
      exit: 0,
      out: 'desired/campaigns.yaml\ndesired/spring.csv\n5 pins went from carlos to bianca.\nNext:  muster validate\n',
      err: '',
    });
    const yaml = CAMPAIGNS.replace('"carlos"   # our', '"bianca"   # our')
      .replace("S-2, preferredAgent: 'carlos'", "S-2, preferredAgent: 'bianca'")
      .replace('A-1, preferredAgent: carlos', 'A-1, preferredAgent: bianca');
    expect(read('campaigns.yaml')).toBe(yaml);
    expect(read('spring.csv')).toBe(CSV.replace('left";carlos', 'left";bianca').replace('"carlos"\r', '"bianca"\r'));
    expect(read('people.yaml')).toBe(PEOPLE);
    expect(await muster(['validate'], { folder })).toMatchObject({ exit: 0 });
  });

  test('a second run says that there is nothing to do and writes nothing; what comes next is said as it is typed', async () => {
    const { folder, read, repin } = await project();
    await repin();
    const after = read('campaigns.yaml');
    expect(await repin()).toEqual({ exit: 0, out: 'Nothing to do: the files pin nothing to carlos.\n', err: '' });
    expect(read('campaigns.yaml')).toBe(after);
    const words = ['repin', '--from', 'bianca', '--to', 'hugo'];
    const started = { folder, environment: { npm_command: 'exec' } };
    expect((await muster(words, started)).out).toContain('Next:  npx musterctl validate\n');
  });

  test('--campaign changes the pins of one campaign', async () => {
    const { read, repin } = await project();
    expect((await repin('--campaign', 'Autumn')).out).toContain('1 pin in Autumn went from carlos to bianca.');
    expect(read('campaigns.yaml')).toBe(
      CAMPAIGNS.replace('A-1, preferredAgent: carlos', 'A-1, preferredAgent: bianca'),
    );
    expect(read('spring.csv')).toBe(CSV);
  });

  test('--dry-run writes nothing, and --diff shows what a run writes', async () => {
    const { folder, read, repin } = await project();
    const { out, exit } = await repin('--dry-run', '--diff');
    expect(exit).toBe(0);
    expect(out).toContain('-C-2;carlos;"carlos"');
    expect(out).toContain('+C-2;carlos;"bianca"');
    expect(out).toContain('5 pins would go from carlos to bianca.');
    expect(read('campaigns.yaml') + read('spring.csv')).toBe(CAMPAIGNS + CSV);
    expect((await muster(['validate'], { folder })).exit).toBe(2);
  });

  test('a login that needs quotes gets them, in each kind of file', async () => {
    const odd = 'o\'neil; "b", c';
    const { folder, read } = await project({
      'desired/odd.json': JSON.stringify({
        users: [{ loginUserId: odd, firstName: 'O', lastName: 'N', userTemplateName: 'T' }],
        campaigns: [{ campaignName: 'Winter', records: [{ clientId: 'W-1', preferredAgent: 'carlos' }] }],
      }),
    });
    expect(await muster(['repin', '--from', 'carlos', '--to', odd], { folder })).toMatchObject({ exit: 0, err: '' });
    expect(read('spring.csv')).toContain(`left";"o'neil; ""b"", c"\r\n`);
    expect(read('odd.json')).toContain(`"preferredAgent":"o'neil; \\"b\\", c"`);
    expect(await muster(['validate'], { folder })).toMatchObject({ exit: 0 });
  });
});

describe('what is left for a person', () => {
  test('a program and a default of a campaign are listed with their places', async () => {
    const { read, repin } = await project({
      'desired/more.mjs':
        'export default { campaigns: [{ campaignName: "Winter", records: [{ clientId: "W-1", preferredAgent: "carlos" }] }] };\n',
      'desired/shared.yaml':
        'campaigns:\n  - campaignName: Summer\n    defaults: { preferredAgent: carlos }\n    records: [{ clientId: M-1 }]\n',
    });
    const { exit, out } = await repin();
    expect(exit).toBe(4);
    expect(out).toContain('To change by hand, 2 pins:\n  desired/more.mjs:1:1  record:Winter/W-1\n');
    expect(out).toContain('  desired/shared.yaml:3:33  campaigns[0].defaults.preferredAgent\n');
    expect(read('more.mjs') + read('shared.yaml')).not.toContain('bianca');
    expect((await repin()).out).toMatch(/^To change by hand, 2 pins:/u);
  });

  test('a CSV file of two campaigns is not changed for one of them', async () => {
    const rows = 'recordsFrom: { file: both.csv, columns: { clientId: Nr, preferredAgent: Agent } }';
    const { read, repin } = await project({
      'desired/both.csv': 'Nr,Agent\nB-1,carlos\n',
      'desired/both.yaml': `campaigns:\n  - { campaignName: One, ${rows} }\n  - { campaignName: Two, ${rows} }\n`,
    });
    expect(await repin('--campaign', 'One')).toMatchObject({ exit: 2, out: '', err: saying('cannot-patch') });
    expect(read('both.csv')).toBe('Nr,Agent\nB-1,carlos\n');
    expect((await repin()).out).toContain('7 pins went from');
    expect(read('both.csv')).toBe('Nr,Agent\nB-1,bianca\n');
  });
});

describe('what is refused', () => {
  test.each([
    [['--to', 'biancca'], 'given biancca, whom no file declares; did you mean bianca?'],
    [['--to', 'nobody.near'], 'given nobody.near, whom no file declares'],
    [['--from', 'hugo', '--to', 'carlos'], 'given carlos, who is declared absent'],
    [['--from', 'Carlos'], 'given Carlos; did you mean carlos?'],
    [['--from', 'bianca'], '--from and --to are the same'],
    [['--campaign', 'spring'], 'given spring; did you mean Spring?'],
  ])('%j', async (words, reason) => {
    const { read, repin } = await project();
    const ended = await repin(...words);
    expect(ended).toMatchObject({ exit: 2, out: '' });
    expect(ended.err.replaceAll(/\s+/gu, ' ')).toContain(reason);
    expect(read('campaigns.yaml') + read('spring.csv')).toBe(CAMPAIGNS + CSV);
  });

  test('where one file has a mistake in its form, or is write-protected, no file is written', async () => {
    const { folder, read, repin } = await project({ 'desired/bad.yaml': 'users: [{ loginUserID: x }]\n' });
    expect(await repin()).toMatchObject({ exit: 2, out: '', err: saying('desired/bad.yaml:1:') });
    rmSync(join(folder, 'desired/bad.yaml'));
    chmodSync(join(folder, 'desired/spring.csv'), 0o444);
    expect(await repin()).toMatchObject({ exit: 2, out: '', err: saying('spring.csv: is write-protected') });
    expect(read('campaigns.yaml') + read('spring.csv')).toBe(CAMPAIGNS + CSV);
  });
});

// `npm run bench:formats`: seconds of processor time and bytes of every format, for a plan of 10,000 changes and a drift report of
// as many findings. Nothing is asked and nothing is sent. `--changes 2000` for another size.

import { parseArgs } from 'node:util';
import type { ReportDocument } from '../src/core/report/documents/document.ts';
import { driftDocument } from '../src/core/report/documents/drift.ts';
import { FORMAT_NAMES, shows } from '../src/core/report/format-table.ts';
import { render } from '../src/formats/formats.ts';
import { planDocument } from '../src/core/report/documents/plan.ts';
import { PLAIN } from '../src/core/report/words/style.ts';
import { readReport } from '../src/cli/process/read-report.ts';
import { measurePage } from './page.ts';
import { context, fullDrift, fullPlan, userChange } from '../test/report/values.ts';

const { values } = parseArgs({ options: { changes: { type: 'string', default: '10000' } } });
const amount = Number(values.changes);
if (!Number.isInteger(amount) || amount < 1)
  throw new Error(`--changes takes a whole number; given: ${values.changes}`);

const LAYOUT = { style: PLAIN, width: 100, verbose: false };

/** As many as asked for, of all kinds that there are. */
function repeated<T>(some: readonly T[]): T[] {
  return Array.from({ length: Math.ceil(amount / some.length) }, () => some)
    .flat()
    .slice(0, amount);
}

const creates = Array.from({ length: amount }, (_, index) => userChange(`user.${index}@example.com`, index + 1));
const documents: Readonly<Record<string, ReportDocument>> = {
  'plan, all kinds of changes': planDocument({ ...fullPlan, changes: repeated(fullPlan.changes) }, context),
  'plan, users to create': planDocument({ ...fullPlan, changes: creates }, context),
  'drift, all kinds of findings': driftDocument({ ...fullDrift, findings: repeated(fullDrift.findings) }, context),
};

function measure(run: () => string): { readonly seconds: number; readonly bytes: number } {
  const before = process.cpuUsage();
  const text = run();
  const { user, system } = process.cpuUsage(before);
  return { seconds: Math.round((user + system) / 10_000) / 100, bytes: Buffer.byteLength(text) };
}

console.log(`${amount.toLocaleString('en')} changes or findings; seconds of processor time\n`);
for (const [name, document] of Object.entries(documents)) {
  const able = FORMAT_NAMES.filter((format) => shows(format, document.kind));
  const rows = able.map((format) => [format, measure(() => render(format, document, LAYOUT))] as const);
  const json = render('json', document, LAYOUT);
  const back = measure(() => `${readReport(json, 'report.json').kind}`);
  console.log(name);
  console.table({
    ...Object.fromEntries(rows),
    'json read back': { seconds: back.seconds, bytes: Buffer.byteLength(json) },
  });
  const page = await measurePage(render('html', document, LAYOUT), ['user', 'user 99', 'nobody', '']);
  if (page !== null) console.log('milliseconds in a browser', page);
}

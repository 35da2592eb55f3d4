// The rooms of the house and which may import which. `src/core` is what can send a write or decides about one; what stands beyond it reaches
// it by its two faces, and nothing of it is imported by the core. test/house.test.ts holds the sources to it.

export type Access = 'value' | 'type' | 'on-demand';

/** Which room may import which. `model` and the room itself go without saying. */
export const TABLE: Readonly<Record<string, Readonly<Record<string, Access>>>> = {
  // src/core: what can send a write, or decides about one. It imports nothing from beyond the border.
  model: {},
  machine: {},
  desired: { machine: 'value' },
  service: { machine: 'value' },
  state: { machine: 'value' },
  reconcile: { service: 'type', state: 'type' },
  report: { reconcile: 'type' },
  engine: {
    machine: 'value',
    desired: 'value',
    service: 'value',
    state: 'value',
    reconcile: 'value',
  },
  // Its two faces: what it does for others, and a report as a format shows it.
  face: { desired: 'value', service: 'value', state: 'value', reconcile: 'value', engine: 'value' },
  page: { report: 'value' },

  // Beyond the border: each reaches the core by its faces alone.
  sandbox: {},
  // src/desk reads the service and writes desired files.
  edit: { face: 'value' },
  adopt: { face: 'value', edit: 'value', machine: 'value' },
  lookup: { face: 'value' },
  doctor: { face: 'value' },
  // src/publish brings reports to a forge.
  publish: { page: 'value', machine: 'value' },
  formats: { page: 'value' },

  // The programs that join them. What looks, edits, publishes or formats is loaded where it is needed.
  providers: {
    machine: 'value',
    engine: 'value',
    desired: 'value',
    report: 'value',
    reconcile: 'type',
    adopt: 'value',
    sandbox: 'value',
  },
  program: {
    machine: 'value',
    engine: 'value',
    desired: 'value',
    report: 'value',
    providers: 'value',
    lookup: 'on-demand',
    formats: 'on-demand',
    reconcile: 'type',
  },
  cli: {
    machine: 'value',
    engine: 'value',
    adopt: 'on-demand',
    edit: 'on-demand',
    lookup: 'on-demand',
    doctor: 'on-demand',
    report: 'value',
    desired: 'value',
    program: 'on-demand',
    sandbox: 'on-demand',
    publish: 'on-demand',
    formats: 'on-demand',
    reconcile: 'type',
    state: 'type',
  },
  // Runs the command in a child.
  action: { face: 'value', page: 'value', machine: 'value', cli: 'value' },
  index: { desired: 'value', engine: 'value', providers: 'value', program: 'value', reconcile: 'type' },
};

/** Which folder of a room may import which; the files beside the folders are open to all of them, and import none. */
export const INSIDE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  reconcile: {
    observe: [],
    diff: [],
    plan: ['observe', 'diff'],
    apply: ['observe', 'diff', 'plan'],
    drift: ['diff'],
  },
  desired: {
    text: [],
    declarations: ['text'],
    csv: ['text', 'declarations'],
    project: ['text', 'declarations', 'csv'],
    '': ['declarations'],
  },
  report: {
    words: [],
    documents: ['words'],
    view: ['words', 'documents'],
    kinds: ['words', 'documents', 'view'],
    text: ['words', 'view', 'kinds', 'documents'],
    markdown: ['words', 'view', 'kinds', 'documents'],
    '': ['words', 'documents', 'view', 'kinds', 'text', 'markdown'],
  },
  formats: { html: [], '': ['html'] },
  adopt: { take: [], '': ['take'] },
  sandbox: {
    world: [],
    messages: ['world'],
    operations: ['world', 'messages'],
    wire: ['world', 'messages', 'operations'],
    daemon: ['world', 'messages', 'operations', 'wire'],
    '': ['world', 'daemon'],
  },
  cli: {
    process: [],
    arguments: ['process'],
    explain: ['process'],
    init: ['process'],
    sandbox: ['process'],
    completion: ['process', 'arguments', 'explain'],
    verbs: ['process', 'completion', 'explain', 'init', 'sandbox'],
    '': ['process', 'arguments', 'verbs'],
  },
};

/** Folders of rooms: they are no rooms themselves. */
const WING = /^src\/(?:core|desk)\//u;

/** `src/core/engine.ts` and `src/core/engine/…` are the room engine; null for what is no room (tests, scripts, tools). */
export function roomOf(file: string): string | null {
  if (file.startsWith('providers/')) return 'providers';
  return /^src\/([^/.]+)/u.exec(file.replace(WING, 'src/'))?.[1] ?? null;
}

/** `src/core/reconcile/plan/plan.ts` stands in the folder plan of the room reconcile; null for a file beside the folders. */
export function folderOf(file: string): string | null {
  return /^src\/[^/]+\/([^/]+)\//u.exec(file.replace(WING, 'src/'))?.[1] ?? null;
}

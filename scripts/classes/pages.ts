// What the pages of the classes say beside the schemas and the sources: imports, options of a Pulumi resource, where to read on.

import type { CustomResourceOptions } from '@pulumi/pulumi';

export interface ClassPage {
  readonly name: 'User' | 'PinnedRecord' | 'RecordSet';
  readonly family: 'user' | 'record' | 'set';
  /** Of the page and of its example. */
  readonly file: string;
  /** Beginnings of the keys of desired files that are its arguments. */
  readonly begins: readonly string[];
  /** Under which the engine keeps it, as an example. */
  readonly importId: string;
  readonly text: readonly string[];
  readonly inputs: readonly string[];
  readonly imports: readonly string[];
  readonly more: readonly string[];
}

const IMPORT_ROWS = `| The object | Then |
| --- | --- |
| is there | it is taken over as with \`adopt: true\`, and what the program says about it is written where it differs |
| is not there | refused; nothing is made |
| is another one than the id names | refused |
| is in the stack already | nothing; the option may stay, or go without a change |`;

const NO_ENGINE_IMPORT =
  '`pulumi import` and `pulumi preview --import-file` call no code of a dynamic provider and cannot take over anything: the option `import` of the resource does it. The id is ';

const SHARED_READING =
  '[Classes in a program](../classes.md): the plan of all classes, its guards, values that come late. [If you come from Terraform or Pulumi](../from-terraform-or-pulumi.md#with-the-classes-of-a-pulumi-program): what may surprise you.';

export const CLASSES: readonly ClassPage[] = [
  {
    name: 'User',
    family: 'user',
    file: 'user',
    begins: ['users[].'],
    importId: 'ana.ruiz@example.com',
    text: [
      'A person who was made elsewhere is never taken over without `adopt: true` or `import`, and one whom somebody else removed is never given access again without a word (`MUSTER_ALLOW=restores=1`).',
    ],
    inputs: [
      'Another `loginUserId` is another person: Pulumi replaces the resource. Another name, template or e-mail is not sent, because the service has no call for it: each preview and each `up` says so, unless `onProfileChange` is `replace`.',
    ],
    imports: [
      `${NO_ENGINE_IMPORT}\`loginUserId\`.`,
      "```ts\nnew User('ana', { loginUserId: 'ana.ruiz@example.com' /* ... */ }, { import: 'ana.ruiz@example.com' });\n```",
      IMPORT_ROWS,
    ],
    more: [SHARED_READING, '[Off-boarding](../offboarding.md): what becomes of the tasks of somebody who leaves.'],
  },
  {
    name: 'PinnedRecord',
    family: 'record',
    file: 'pinned-record',
    begins: ['campaigns[].', 'campaigns[].records[].'],
    importId: 'C-1001',
    text: [],
    inputs: [
      'Another `campaignName` is one transfer that keeps the data; another `clientId` is another record. What an agent has worked is not changed and not deleted, unless `whenWorked` says otherwise.',
    ],
    imports: [
      `${NO_ENGINE_IMPORT}\`clientId\`; the campaign is an argument.`,
      "```ts\nnew PinnedRecord('first', { campaignName: 'Call-backs', clientId: 'C-1' }, { import: 'C-1' });\n```",
      IMPORT_ROWS,
    ],
    more: [
      SHARED_READING,
      '[States and twins](../states.md): `ensure`, `reissue` and several tasks with one clientId.',
    ],
  },
  {
    name: 'RecordSet',
    family: 'set',
    file: 'record-set',
    begins: ['campaigns[].'],
    importId: 'Winter Renewals/all',
    text: ['Each record is planned, written and settled by itself; guards count records, Pulumi counts sets.'],
    inputs: [
      'A record takes the inputs of [PinnedRecord](pinned-record.md#inputs) without those of the campaign. A clientId stands in one set only, and at most some 500 records belong into one: `reconcile` makes shards by itself ([sets of records](../record-sets.md)). Another `campaignName` is one transfer for each record.',
    ],
    imports: [
      `${NO_ENGINE_IMPORT}the campaign with \`/all\`.`,
      "```ts\nnew RecordSet('winback', { campaignName: 'Winter Renewals', records }, { import: 'Winter Renewals/all' });\n```",
      IMPORT_ROWS,
    ],
    more: [SHARED_READING, '[Sets of records](../record-sets.md): when to use one, and what a preview shows of it.'],
  },
];

interface Option {
  readonly works: 'yes' | 'no effect' | 'take care';
  /** ID stands for the id of the page. */
  readonly why: string;
}

const REFUSED = { works: 'no effect', why: '' } as const;
const OF_THE_ENGINE = 'Of Pulumi; muster takes no notice of it.';
const REPLACED =
  'Pulumi shows a replacement and nothing is sent: the object stays as it is, and is not deleted. `onProfileChange` replaces a person, `reissue` opens a task again.';

/** Every option of the SDK: one that a later SDK adds does not compile here. */
export const OPTIONS: Readonly<Record<keyof CustomResourceOptions, Option>> = {
  import: { works: 'yes', why: '`ID`: takes over what is there ([below](#import)).' },
  protect: { works: 'yes', why: 'Pulumi refuses to delete it.' },
  dependsOn: { works: 'yes', why: 'It is written after these.' },
  parent: { works: 'yes', why: 'It stands in a component; another parent later costs no request.' },
  aliases: {
    works: 'yes',
    why: 'Rarely needed: a new name or another parent finds the entry that holds the same object by itself.',
  },
  ignoreChanges: {
    works: 'yes',
    why: 'Names of inputs, each as a whole: `data` and `records` have no parts that Pulumi can leave alone, and `["*"]` is refused.',
  },
  additionalSecretOutputs: { works: 'yes', why: 'What is personal is a secret without it.' },
  hideDiffs: { works: 'yes', why: 'Pulumi leaves them out of its own lines; the plan of muster says them.' },
  transforms: { works: 'take care', why: 'What they add to the options is not checked by the class.' },
  transformations: { works: 'take care', why: 'As `transforms`.' },
  retainOnDelete: {
    works: 'take care',
    why: 'Pulumi drops the entry and calls nothing: the object stays in the service, although the plan of muster names and counts a delete. For a person say `onRemove: release` instead.',
  },
  replacementTrigger: { works: 'no effect', why: REPLACED },
  replaceWith: { works: 'no effect', why: 'As `replacementTrigger`.' },
  customTimeouts: { works: 'no effect', why: 'Each request has a time limit of its own.' },
  hooks: { works: 'no effect', why: OF_THE_ENGINE },
  version: { works: 'no effect', why: 'The installed package is used.' },
  pluginDownloadURL: { works: 'no effect', why: 'There is no plugin to download.' },
  envVarMappings: { works: 'no effect', why: 'For provider resources only.' },
  id: {
    works: 'take care',
    why: 'Pulumi reads it into the stack and never writes it, while the plan of muster takes it as declared. To read, use [a function](functions.md).',
  },
  urn: { works: 'no effect', why: OF_THE_ENGINE },
  provider: REFUSED,
  replaceOnChanges: REFUSED,
  deleteBeforeReplace: REFUSED,
  deletedWith: REFUSED,
};

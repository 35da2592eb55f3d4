// What each option of a Pulumi resource does with a class of muster, in words of docs/classes.md.

import type { CustomResourceOptions } from '@pulumi/pulumi';

interface Option {
  readonly works: 'yes' | 'no effect' | 'take care';
  readonly why: string;
}

const REFUSED = { works: 'no effect', why: '' } as const;
const TRANSFORMED = 'What they add to the options is not checked by the class.';
const OF_THE_ENGINE = 'Of Pulumi; muster takes no notice of it.';
const REPLACED =
  'Pulumi shows a replacement and nothing is sent: the object stays as it is, and is not deleted. `onProfileChange` replaces a person, `reissue` opens a task again.';

/** Every option of the SDK: one that a later SDK adds does not compile here. */
export const OPTIONS: Readonly<Record<keyof CustomResourceOptions, Option>> = {
  import: { works: 'yes', why: 'Takes over what is there ([below](#take-over-what-exists)).' },
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
  transforms: { works: 'take care', why: TRANSFORMED },
  transformations: { works: 'take care', why: TRANSFORMED },
  retainOnDelete: {
    works: 'take care',
    why: 'Pulumi drops the entry and calls nothing: the object stays in the service, although the plan of muster names and counts a delete. For a person say `onRemove: release` instead.',
  },
  replacementTrigger: { works: 'no effect', why: REPLACED },
  replaceWith: { works: 'no effect', why: REPLACED },
  customTimeouts: { works: 'no effect', why: 'Each request has a time limit of its own.' },
  hooks: { works: 'no effect', why: OF_THE_ENGINE },
  version: { works: 'no effect', why: 'The installed package is used.' },
  pluginDownloadURL: { works: 'no effect', why: 'There is no plugin to download.' },
  envVarMappings: { works: 'no effect', why: 'For provider resources only.' },
  id: {
    works: 'take care',
    why: 'Pulumi reads it into the stack and never writes it, while the plan of muster takes it as declared. To read, use [a function](#functions-that-read).',
  },
  urn: { works: 'no effect', why: OF_THE_ENGINE },
  provider: REFUSED,
  replaceOnChanges: REFUSED,
  deleteBeforeReplace: REFUSED,
  deletedWith: REFUSED,
};

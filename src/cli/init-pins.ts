// Actions of others that the workflows use, each by the commit of its release: a tag can be moved, a commit cannot.
// test/cli/workflows.test.ts holds the workflows of this repository to the same table.

export const PINS = {
  'actions/checkout': { commit: '3d3c42e5aac5ba805825da76410c181273ba90b1', version: 'v7.0.1' },
  'actions/upload-artifact': { commit: 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f', version: 'v7.0.0' },
  'actions/download-artifact': { commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c', version: 'v8.0.1' },
  'actions/cache': { commit: '27d5ce7f107fe9357f9df03efb73ab90386fccae', version: 'v5.0.5' },
  'aws-actions/configure-aws-credentials': { commit: 'e6de054238d6b7531b4efff3b6587d9aade6a06c', version: 'v6.2.3' },
} as const;

export type Pinned = keyof typeof PINS;

/** `actions/cache@27d5… # v5.0.5`; `part`: `restore` of actions/cache/restore. */
export function pinned(name: Pinned, part = ''): string {
  const { commit, version } = PINS[name];
  return `${name}${part === '' ? '' : `/${part}`}@${commit} # ${version}`;
}

// Which packages are inside the bundle of the package, and which stay beside it; with the licences of those inside.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

import { read, readJson, ROOT } from '../../tools/files.ts';

/** Installed beside the package: loaded by few runs, or not at all; the SDK must be the project's own. */
export const BESIDE: readonly string[] = [
  '@aws-sdk/client-secrets-manager',
  '@opentelemetry/api',
  '@pulumi/pulumi',
  'libphonenumber-js',
  'selfsigned',
];

/** Their folders below the root, by name. */
function insideOf({ inputs }: Metafile): readonly string[] {
  const folders = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/** The text that their licences ask for. Throws where one has none: then it must stay beside. */
export function notices(metafile: Metafile): string {
  const parts = insideOf(metafile).map((folder) => {
    const { name, version } = readJson(`${folder}/package.json`) as { readonly name: string; readonly version: string };
    const file = readdirSync(join(ROOT, folder)).find((each) => /^licen[sc]e(\.|$)/iu.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    return `${name} ${version}\n\n${read(`${folder}/${file}`).trim()}\n`;
  });
  return `Inside the files of this folder:\n\n${parts.join(`\n${'-'.repeat(78)}\n\n`)}`;
}

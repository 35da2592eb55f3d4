// What `muster init` writes: a project that can be validated, planned and applied against the sandbox without an edit.

import { PACKAGE_NAME, PULUMI_SDK_RANGE } from '../../core/model/package.ts';
import { readTemplate } from '../process/template-file.ts';

export interface Starter {
  /** Of muster, for package.json. */
  readonly version: string;
  /** Whether package.json says `"type": "module"`: it decides how Pulumi loads the program. */
  readonly isModule: boolean;
  /** Whether a registry has this version, so that package.json can name it. */
  readonly isReleased: boolean;
  /** With what `pulumi up` needs. */
  readonly pulumi: boolean;
}

/** File name -> text. */
export function starterFiles(starter: Starter): Readonly<Record<string, string>> {
  return {
    'muster.yaml': readTemplate('starter/muster.yaml'),
    'teams/support.yaml': readTemplate('starter/team.yaml'),
    'campaigns/welcome.yaml': readTemplate('starter/campaign.yaml'),
    ...(starter.pulumi && programFiles(starter.isModule)),
    'package.json': packageJson(starter),
  };
}

/** What Pulumi runs. */
export function programFiles(isModule: boolean): Readonly<Record<string, string>> {
  const main = isModule ? 'index.js' : 'index.cjs';
  return {
    'Pulumi.yaml': `${readTemplate('starter/Pulumi.yaml')}main: ${main}\n`,
    [main]: isModule ? MODULE : COMMON_JS,
  };
}

export const IGNORED = ['node_modules/', '.muster/'] as const;

const MODULE = `import '${PACKAGE_NAME}/program';\n`;

/** The program awaits at its top level, so `require` cannot load it; Pulumi waits for a promise that is exported. */
const COMMON_JS = `module.exports = import('${PACKAGE_NAME}/program');\n`;

function packageJson({ version, isReleased, pulumi }: Starter): string {
  const dependencies = {
    ...(pulumi && { '@pulumi/pulumi': PULUMI_SDK_RANGE }),
    ...(isReleased && { [PACKAGE_NAME]: `^${version}` }),
  };
  return `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`;
}

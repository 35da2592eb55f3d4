// What `muster init` writes: a project that can be validated, planned and applied against the sandbox without an edit.

import { PACKAGE_NAME, PULUMI_SDK_RANGE } from '../../model/package.ts';

const SCHEMAS = `node_modules/${PACKAGE_NAME}/schemas`;

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
    'muster.yaml': MUSTER_YAML,
    'teams/support.yaml': TEAM_YAML,
    'campaigns/welcome.yaml': CAMPAIGN_YAML,
    ...(starter.pulumi && programFiles(starter.isModule)),
    'package.json': packageJson(starter),
  };
}

/** What Pulumi runs. */
export function programFiles(isModule: boolean): Readonly<Record<string, string>> {
  const main = isModule ? 'index.js' : 'index.cjs';
  return { 'Pulumi.yaml': pulumiYaml(main), [main]: isModule ? MODULE : COMMON_JS };
}

export const IGNORED = ['node_modules/', '.muster/'] as const;

const MUSTER_YAML = `# yaml-language-server: $schema=${SCHEMAS}/project.schema.json
name: contact-centre
desired: ['teams/**/*.{yaml,yml}', 'campaigns/**/*.{yaml,yml}']

targets:
  # A local service for tests and demos. It starts by itself and listens on this machine only.
  sandbox:
    sandbox: true

  # Your environment: fill in, then \`muster plan --target prod\`.
  # prod:
  #   host: cc.example.com
  #   region: eu-central-1
  #   platform: PLATFORM
  #   companyCode: example
  #   environment: prod
  #   identity: saml
  #   apiKey: { secretName: example/prod/api-key, secretsRegion: eu-central-1 }

policy:
  deletes: { count: 3, percent: 10 }
`;

const TEAM_YAML = `# yaml-language-server: $schema=../${SCHEMAS}/desired.schema.json
# Who works here. A person who is taken out of this file is removed from the service (--allow guards the number).
users:
  - loginUserId: ana.ruiz@example.com
    firstName: Ana
    lastName: Ruiz
    userTemplateName: Agents
    createInBackend: true
    offboard: { reassignTo: ben.okafor@example.com }

  - loginUserId: ben.okafor@example.com
    firstName: Ben
    lastName: Okafor
    userTemplateName: Agents
    createInBackend: true
`;

const CAMPAIGN_YAML = `# yaml-language-server: $schema=../${SCHEMAS}/desired.schema.json
# Which tasks go to whom. A record that was worked to its end is done: it is never added again by itself.
campaigns:
  - campaignName: Welcome Calls
    defaults: { skillQueue: welcome, timeZone: Europe/Madrid }
    records:
      - clientId: C-1001
        preferredAgent: ana.ruiz@example.com
        nextEarliestWorkTime: 2030-01-07T09:00:00+01:00
        data:
          Name: Maria Lopez
          phone: '+34911234567'
        highlight: [phone]

      - clientId: C-1002
        preferredAgent: ben.okafor@example.com
        data:
          Name: Jonas Weber
          phone: '+4915112345678'
`;

const pulumiYaml = (
  main: string,
): string => `# The same files through Pulumi: npm install, then \`pulumi preview\` and \`pulumi up\`.
name: contact-centre
description: Contact-centre rosters and pinned campaign tasks
runtime:
  name: nodejs
  options: {typescript: false}
main: ${main}
options: {refresh: always}
`;

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

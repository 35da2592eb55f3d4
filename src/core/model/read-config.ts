// What is read of the configuration of a stack or a provider. Declarations of the package name it: it imports nothing.

/** As Pulumi gives it: namespaced keys, null where there is none. */
export type ReadConfig = (key: ConfigKey) => string | null;
type ConfigKey =
  `muster:${'target' | 'directory' | 'allow' | 'fingerprint' | 'allowSubset' | 'maxPlanAge' | 'maxRequests' | 'firstApply' | ExplicitKey}`;

export type ExplicitKey = (typeof EXPLICIT_KEYS)[number];

/** Those of the key of a service stand beside the others, because a configuration is flat. */
export const OF_API_KEY = ['secretName', 'secretsRegion', 'jsonKey', 'endpoint'] as const;

/** Of a target that no muster.yaml names: as there. `host` is given with each of them. */
export const EXPLICIT_KEYS = [
  'host',
  'region',
  'port',
  'previewPrefix',
  'adminPrefix',
  'platform',
  'companyCode',
  'environment',
  'identity',
  ...OF_API_KEY,
  'caFile',
  'proxy',
] as const;

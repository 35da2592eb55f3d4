// What is read of the configuration of a stack or a provider. Declarations of the package name it: it imports nothing.

/** As Pulumi gives it: namespaced keys, null where there is none. */
export type ReadConfig = (key: ConfigKey) => string | null;
type ConfigKey =
  `muster:${'target' | 'directory' | 'allow' | 'fingerprint' | 'allowSubset' | 'maxPlanAge' | 'maxRequests' | 'firstApply'}`;

// Credentials and connection: failures of the environment. They end the run.

import { entry } from './entry.ts';
import type { ErrorEntry } from './entry.ts';

export const CONNECTION_ERRORS = {
  'secret-unavailable': entry(
    3,
    'The API key could not be read from the secrets manager.',
    'Check secretName, secretsRegion and the cloud credentials of this machine.',
  ),
  'key-refused': entry(
    3,
    'The service refused the headers or the API key.',
    'Run `muster doctor`: it tells whether the URL (host, region, prefix), the headers or the API key are wrong.',
  ),
  unauthorized: entry(
    3,
    'The service answered UNAUTHORIZED.',
    'Check the API key and that it belongs to this environment.',
  ),
  'invalid-tenant': entry(3, 'The service answered INVALID_TENANT.', 'Check platform, companyCode and environment.'),
  'not-supported': entry(
    3,
    'The service answered NOT_SUPPORTED: this environment cannot provision users.',
    'If the instance keeps its own users, say `identity: internal` in the target: campaigns need no users. If not, use SAML or a linked directory, and set `identity`.',
  ),
  unreachable: entry(
    3,
    'The service cannot be reached.',
    'Check host, region, port and the network; behind a proxy also `proxy` of the target.',
  ),
  'bad-certificate': entry(
    3,
    'The server certificate is not trusted.',
    'Check host. For a private root certificate, set `caFile`. The check cannot be switched off.',
  ),
  'untrusted-host': entry(
    3,
    'The target names a host that is not trusted with the API key.',
    'Look who changed host, region, port, apiKey.endpoint or proxy, and why. Only if the change is meant: add the host to MUSTER_TRUSTED_HOSTS, or to the file that MUSTER_TRUSTED_HOSTS_FILE names. Keep both where no pull request can edit them.',
  ),
  'bad-trusted-hosts': entry(
    2,
    'The list of trusted hosts cannot be used.',
    'Correct MUSTER_TRUSTED_HOSTS, or the file named by MUSTER_TRUSTED_HOSTS_FILE.',
  ),
  'proxy-failed': entry(
    3,
    'The proxy did not open a connection.',
    'Check `proxy` of the target, or HTTPS_PROXY with its user and password, and that the proxy allows CONNECT to this host and port.',
  ),
  'wrong-envelope': entry(
    3,
    'The answer is about another environment, region or campaign than the one asked for.',
    'Check region, companyCode, environment and the campaign name.',
  ),
  'wrong-url': entry(
    3,
    'There is no such path at the service.',
    'Check host, region, previewPrefix and adminPrefix; `muster doctor` tries both services. If the environment has no interface for users, say `identity: internal`.',
  ),
} as const satisfies Record<string, ErrorEntry>;

// Every normative sentence of the document "User Provisioning Interface", word for word, with its section.

import type { Sentence } from './sentence.ts';

const at =
  (place: string) =>
  (id: string, sentence: string): Sentence => ({ id, document: 'user-provisioning', place, sentence });

const purpose = at('What the service does');
const tenant = at('Tenant object');
const user = at('User');
const endpoints = at('Endpoints');
const add = at('add-user');
const query = at('query-existence');
const remove = at('delete-user');
const authentication = at('Authentication');
const errors = at('Errors');
const limits = at('Limits');

export const USER_SENTENCES: readonly Sentence[] = [
  purpose(
    'U-001',
    'Lets a client create a user, check whether a user exists, and delete a user, both in the service and optionally in the backing contact-center instance of the environment.',
  ),
  purpose('U-002', 'It is meant for automating provisioning flows and offers only these three operations.'),
  purpose(
    'U-003',
    'It is supported only for environments whose backing contact-center instance uses SAML 2.0 authentication or is linked to an existing directory',
  ),
  purpose('U-004', 'It is unsupported where the instance uses its own internal user-directory authentication.'),

  tenant('U-010', '| tenant.platform | String | Fixed value `<PLATFORM_CODE>` |'),
  tenant('U-011', '| tenant.companyCode | String | Company alias |'),
  tenant('U-012', '| tenant.environment | String | Environment name |'),

  user('U-020', '| loginUserId | String, case-sensitive | Login id;'),
  user('U-021', 'Ignored with SAML; required for environments linked to an existing directory'),
  user('U-022', 'Optional; used for notifications only'),
  user('U-023', 'Name of the user template used on creation'),
  user('U-024', 'Unique id of the user in the backing instance; returned in responses'),

  endpoints(
    'U-030',
    'All operations use HTTP POST with a JSON body (a valid JSON object) and the authentication headers.',
  ),
  endpoints('U-031', 'URL shape: `{base_url}/<admin_service_prefix>/api/users/<operation>`'),
  endpoints('U-032', 'Every request body has the `tenant` object.'),
  endpoints('U-033', 'Every HTTP 200 response body has at least `result` (String) and `message` (String).'),

  add('U-040', '| loginUserId | String | yes | Login id to create |'),
  add('U-041', '| firstName | String | yes | |'),
  add('U-042', '| lastName | String | yes | |'),
  add('U-043', 'Required for directory-linked environments; ignored for SAML'),
  add('U-044', '| secondaryEmailAddr | String | no | |'),
  add('U-045', 'Must name an existing user template'),
  add('U-046', 'Default false. When true the user is also created in the backing instance'),
  add('U-047', 'the template must then have the setting allowing updates to the backing-instance user enabled'),
  add(
    'U-048',
    'Only relevant when createInBackend is true; omit the property when createInBackend is false or absent.',
  ),
  add('U-049', 'Values `FAIL` (default) or `ALLOW`'),
  add(
    'U-050',
    'With behaviorIfInBackend `FAIL`, when loginUserId already exists in the backing instance the whole request fails and the user is not created in the service either.',
  ),
  add(
    'U-051',
    'With `ALLOW`, an existing backing-instance user does not stop the request; it succeeds provided all other validations pass.',
  ),
  add('U-052', 'When the user was created in the backing instance, the response carries `connectUserId`.'),

  query('U-060', 'Request: `tenant` (Object) and `loginUserId` (String, required, case-sensitive).'),
  query('U-061', 'SUCCESS when the user exists in the service; NOT_FOUND when not'),
  query('U-062', 'Human-readable text'),
  query('U-063', '`EXISTS` or `NOT_FOUND` for presence in the backing instance'),
  query('U-064', 'null when neither the service nor the backing instance has the user.'),
  query('U-065', 'Reported when the environment has the backing-instance user management integration enabled'),
  query('U-066', 'Id in the backing instance when the user exists there, else null'),
  query(
    'U-067',
    'The result and backendStatus are independent: a user can be NOT_FOUND in the service and EXISTS in the backing instance, and the reverse.',
  ),

  remove('U-070', '| loginUserId | String, case-sensitive | yes | User to delete |'),
  remove('U-071', 'Default false. When true the user is also deleted from the backing instance'),
  remove(
    'U-072',
    'Deleting a user that does not exist gives result NOT_FOUND; deleting an existing user gives SUCCESS.',
  ),

  authentication('U-080', 'Every POST must carry these HTTP headers'),
  authentication('U-081', 'request the secret value of the secret named `<API_KEY_SECRET_NAME>`'),
  authentication('U-082', 'The key is rotated regularly, so it is cached for no longer than one hour.'),
  authentication(
    'U-083',
    'HTTP 401 means the endpoint URL is wrong, or the X-sc headers are invalid, missing or malformed, or the API key is invalid.',
  ),

  errors('U-090', 'HTTP 4xx and 5xx are failures.'),
  errors(
    'U-091',
    'HTTP 200 shows that the endpoint was reached and the headers are well formed; the `result` property then gives the application outcome.',
  ),
  errors('U-092', '`SUCCESS` is success; every other value is failure and `message` gives the reason.'),
  errors('U-093', 'Known mappings: NOT_FOUND for a user that does not exist (query-existence, delete-user).'),

  limits('U-100', '| API key caching | at most 1 hour |'),
];

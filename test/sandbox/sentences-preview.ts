// Every normative sentence of the document "Preview Campaign Realtime Interface", word for word, with its section.
// Statements that something is "not shown" promise nothing: they are the sandbox's switches (switches.test.ts).

import type { Sentence } from './sentence.ts';

const at =
  (place: string) =>
  (id: string, sentence: string): Sentence => ({ id, document: 'preview-campaign', place, sentence });

const purpose = at('What the service does');
const request = at('Common request envelope');
const response = at('Common response envelope');
const task = at('Task / record');
const item = at('Data item');
const criterion = at('Search criterion');
const special = at('Specially named data keys');
const states = at('States and transitions');
const endpoints = at('Endpoints');
const put = at('addOrUpdateCampaignRecord');
const search = at('searchPreviewCampaign');
const status = at('changeCampaignRecordStatus');
const transfer = at('transferCampaignRecord');
const remove = at('deleteRecordFromCampaign');
const authentication = at('Authentication');
const errors = at('Errors');
const limits = at('Limits');

export const PREVIEW_SENTENCES: readonly Sentence[] = [
  purpose(
    'P-001',
    'The service accepts HTTP POST requests with JSON bodies to add, update, search, change the status of, transfer and delete tasks (also called records) in an existing preview or progressive campaign.',
  ),
  purpose(
    'P-002',
    'It is an alternative to loading tasks by intake files uploaded to object storage. Both ways can feed the same campaign.',
  ),
  purpose(
    'P-003',
    'In an intake file the first column is the unique matching id; in this interface the property `clientId` is the equivalent.',
  ),
  purpose('P-004', 'A task is delivered to an agent through a skill queue.'),
  purpose('P-005', 'It can carry a preferred agent and an earliest time at which it may be delivered.'),
  purpose(
    'P-006',
    'A task can be given data items that control how it is shown to the agent (banner, highlighting, hidden items, links, buttons, click-to-call).',
  ),

  request('P-010', '| platform | String | yes | Fixed value `<PLATFORM_CODE>` |'),
  request('P-011', '| companyCode | String | yes | Company alias |'),
  request('P-012', '| environment | String | yes | Environment name |'),
  request('P-013', 'Case-sensitive campaign name.'),
  request('P-014', 'For transferCampaignRecord it is the campaign the task is currently in'),
  request('P-015', '| region | String | yes | Cloud region where the campaign resides'),

  response(
    'P-020',
    'Every response body (HTTP 200) echoes platform, companyCode, environment, region and campaignName',
  ),
  response('P-021', '| previewResult.previewResultStatus | String | Outcome (values per action, see Errors) |'),
  response('P-022', 'Failure reason; relevant only when the status is not SUCCESS; null on success'),

  task('P-030', 'Unique id assigned by the service within the campaign (auto-generated on add)'),
  task('P-031', 'Id set by the client at load time; expected unique within the campaign'),
  task('P-032', 'User id of preferred agent; null or empty string when none'),
  task('P-033', 'Name of the skill queue the task is delivered through'),
  task('P-034', 'UTC, format `CCYY-MM-DD HH:MM:SS.mmm`; when the task was added'),
  task('P-035', 'UTC, same format; last update by campaign processing'),
  task('P-036', 'UTC, same format; earliest time the task may be considered for delivery'),
  task('P-037', 'One of NOTWORKED, WORKED, COMPLETED, REMOVED'),
  task(
    'P-038',
    'Times the task has been worked by an agent; 0 means not yet worked; greater than 0 with workedState WORKED means another attempt may be scheduled',
  ),
  task('P-039', 'User id of agent of last attempt; null or empty string when not yet worked'),
  task('P-040', 'UTC, same format; time last delivered to an agent; null or empty string when not yet worked'),
  task(
    'P-041',
    'Present when the agent set work codes; each object has `key` (String, the work code group) and `value`',
  ),
  task('P-042', "The task's data"),

  item('P-050', '| key | String | yes | Name of the data item |'),
  item('P-051', '| value | String | yes | Value of the data item |'),
  item('P-052', 'Display order to the agent; when given must be greater than zero.'),
  item('P-053', 'Returned on search for every item'),

  criterion('P-060', '| key | String | yes | Custom data key or a system field name |'),
  criterion('P-061', '| value | String | yes | Value compared against |'),
  criterion('P-062', 'One of EQUALS, NOTEQUALS, GREATERTHAN, LESSTHAN, CONTAINS, BEGINSWITH'),
  criterion('P-063', 'Skill queue name currently set on the task'),
  criterion('P-064', 'Number of times delivery to an agent was attempted'),
  criterion('P-065', 'Time zone set on the task'),
  criterion('P-066', 'Task status: NOTWORKED, WORKED, COMPLETED or REMOVED'),
  criterion('P-067', 'User id of preferred agent, if set'),
  criterion('P-068', 'Earliest next work time, if set; milliseconds since 1970-01-01 UTC'),

  special('P-070', 'String shown as the top banner of the task.'),
  special('P-071', 'Treated as a phone number with a click-to-dial control. Value must be clean E.164'),
  special(
    'P-072',
    'String: pipe-delimited list of key names to highlight; the special value `ALL` highlights every field.',
  ),
  special('P-073', 'String: pipe-delimited list of key names that are kept but not shown to the agent.'),
  special('P-074', 'Value is a URL; shown as a link labelled with the key minus the `_link` suffix'),
  special('P-075', 'Value is a URL; shown as a button labelled with the key minus the `_button` suffix'),
  special('P-076', 'String: valid skill queue code defined in the environment; the task is serviced through it.'),
  special('P-077', "When absent, the campaign's default skill queue is used"),
  special('P-078', 'String: IANA time zone database name.'),
  special('P-079', "When absent, the campaign's default time zone is used"),

  states('P-080', 'States of a task (`workedState`): NOTWORKED, WORKED, COMPLETED, REMOVED.'),
  states('P-081', 'record located; `previewRecordStateEnum` given | the value of `previewRecordStateEnum`'),
  states('P-082', 'Optional skillQueue, preferredAgent, nextEarliestWorkTimeUTC, timeZone are applied to the task'),
  states('P-083', 'nextEarliestWorkTimeUTC is mandatory when the new state is WORKED'),
  states('P-084', 'no task matches the given ids | task is created | previewRecordId is auto-generated'),
  states(
    'P-085',
    'when a task with a preferred agent becomes available for delivery, delivery to that agent is attempted when that agent is logged in and available.',
  ),
  states(
    'P-086',
    'If that has not happened within 30 minutes of the task becoming deliverable, the preference is cleared and the task goes to the next best skilled agent.',
  ),

  endpoints('P-090', 'All actions use HTTP POST, request header `Content-Type: application/json`'),
  endpoints('P-091', 'require the authentication headers (see Authentication)'),
  endpoints('P-092', 'URL shape: `{base_url}/<preview_service_prefix>/<action>`'),
  endpoints('P-093', 'The optional region prefix is one of: (absent, meaning us-east-1), us-west-2,'),
  endpoints('P-094', 'All responses: an HTTP 4xx or 5xx status is a failure'),
  endpoints(
    'P-095',
    'an HTTP 200 carries a JSON body whose `previewResult.previewResultStatus` gives the real outcome.',
  ),

  put('P-100', 'Used to find an existing task for update'),
  put('P-101', '| clientId | String | yes | Unique within the campaign |'),
  put('P-102', 'Key name under which clientId is stored in the task data on add. Default `Id`'),
  put('P-103', '| preferredAgent | String | no | User id of an agent |'),
  put(
    'P-104',
    'Milliseconds since 1970-01-01 UTC; task is stored at once but not queued for work until that time has passed',
  ),
  put('P-105', '| previewRecordData | Array of data items | yes | Task data |'),
  put('P-111', 'When previewRecordId is given, it alone decides add or update; clientId is ignored for that decision.'),
  put(
    'P-112',
    'When previewRecordId is absent, clientId decides: a task with that clientId exists then update, else add.',
  ),
  put(
    'P-113',
    'When previewRecordId is given but no task has it, an add is performed and previewRecordId is ignored (a new unique id is generated).',
  ),
  put(
    'P-114',
    'On add, clientId is stored automatically in the task data under the key clientIdFieldName (default `Id`).',
  ),
  put(
    'P-115',
    'An update deletes all previously stored data of the task and replaces it with exactly the given items; all items must therefore be sent on update.',
  ),
  put(
    'P-116',
    'When a campaign also receives intake files, clientIdFieldName must equal the first-column header name of those files.',
  ),
  put('P-117', 'When no clientId is given, previewResultStatus is INVALIDCLIENTID.'),
  put(
    'P-118',
    'When previewRecordData contains a key equal to clientIdFieldName, previewResultStatus is INVALIDRECORDDATAKEY.',
  ),
  put('P-119', 'Response: common response envelope; statuses SUCCESS, FAILED, INVALIDCLIENTID, INVALIDRECORDDATAKEY.'),

  search('P-120', 'Finds one task; when given, clientId is ignored.'),
  search('P-121', 'An example request spells it `previewRecordID`; both spellings appear'),
  search('P-122', 'Finds one task; ignored when previewRecordId is given'),
  search('P-123', 'Only used when neither id is given.'),
  search('P-124', 'Maximum records returned; default 1000'),
  search('P-125', 'required unless previewRecordId or clientId is given'),
  search('P-126', 'with an id, at most one task is returned; when no task is found the outcome is NORECORDFOUND.'),
  search('P-127', 'Without an id, tasks matching the criteria are returned, up to maxRecords.'),
  search(
    'P-128',
    'Response: common response envelope (statuses SUCCESS, FAILED) plus `previewRecordClientData`, an array of task objects',
  ),

  status('P-130', '| previewRecordId | String | no | Locates the task; when given clientId is ignored |'),
  status('P-131', '| clientId | String | no | Locates the task |'),
  status('P-132', 'New status: NOTWORKED, WORKED, COMPLETED or REMOVED'),
  status('P-133', "Skill queue name; when given, replaces the task's queue"),
  status('P-134', 'Agent user id; empty string clears the existing preference'),
  status('P-135', 'yes when previewRecordStateEnum is WORKED, else no'),
  status('P-136', 'IANA time zone database name set on the task'),
  status('P-137', 'A task that is not found gives NORECORDFOUND.'),

  transfer('P-140', 'Moves a task from the campaign named in `campaignName` to another campaign and/or skill queue.'),
  transfer('P-141', '| previewRecordId | String | no | Locates the task; when given clientId is ignored |'),
  transfer('P-142', '| transferToCampaign | String | yes | Case-sensitive name of the target campaign |'),
  transfer('P-143', 'Skill queue name to set on the task'),
  transfer('P-144', 'Agent user id; empty string clears the existing preference'),
  transfer('P-145', '| nextEarliestWorkTimeUTC | Number (long) | no | Milliseconds since 1970-01-01 UTC |'),
  transfer('P-146', '| timeZone | String | no | IANA time zone database name |'),
  transfer('P-147', 'A task that is not found gives NORECORDFOUND. Response: common response envelope'),

  remove(
    'P-150',
    '`previewRecordId` (String, optional; when given clientId is ignored) and `clientId` (String, optional)',
  ),
  remove('P-151', 'At least one locates the task to remove'),
  remove('P-152', 'a task that is not found gives NORECORDFOUND.'),

  authentication('P-160', 'Every POST must carry these HTTP headers'),
  authentication(
    'P-161',
    'request the secret value for the secret named `<API_KEY_SECRET_NAME>` and use the returned secret string as the header value.',
  ),
  authentication('P-162', 'The key is rotated automatically, so it is cached for no longer than one hour.'),
  authentication('P-163', 'Requests without valid headers fail.'),

  errors('P-170', 'Action failed; reason in previewResult.error'),
  errors('P-171', 'No clientId supplied'),
  errors('P-172', 'A data item key equals clientIdFieldName'),
  errors('P-173', 'No task matches the given previewRecordId or clientId'),

  limits('P-180', '| maxRecords default | 1000 | searchPreviewCampaign without an id |'),
  limits('P-181', '| Preferred agent wait | 30 minutes, then the preference is cleared | tasks with preferredAgent |'),
  limits('P-182', '| displayOrder | greater than zero when given | data items on add/update |'),
  limits('P-183', '| API key caching | at most 1 hour | X-sc-company-api-key |'),
];

// The rows and half sentences of both documents that stand beside the sentences of the two other lists: types, headers, paths, words of
// an answer. Word for word, with their section.

import type { Sentence } from './sentence.ts';

const rows =
  (document: Sentence['document']) =>
  (place: string, list: readonly (readonly [string, string])[]): Sentence[] =>
    list.map(([id, sentence]) => ({ id, document, place, sentence }));

const preview = rows('preview-campaign');
const users = rows('user-provisioning');

const headers = (ids: readonly [string, string, string, string, string]): readonly (readonly [string, string])[] => [
  [ids[0], '| X-sc-platform-code | Fixed value `<PLATFORM_CODE>` |'],
  [ids[1], '| X-sc-company-code | Company alias |'],
  [ids[2], '| X-sc-company-environment | Environment name |'],
  [ids[3], "| X-sc-secrets-region | Cloud region of the customer's secrets manager, for example `us-east-1` |"],
  [ids[4], "| X-sc-company-api-key | `<API_KEY>`: the environment's API key |"],
];

export const PREVIEW_ROWS: readonly Sentence[] = [
  ...preview('Common request envelope', [
    [
      'P-016',
      '`<PLATFORM_CODE>` stands for the fixed platform constant that every request carries; it is the same on every request.',
    ],
  ]),
  ...preview('Common response envelope', [
    ['P-023', 'and has an object `previewResult`:'],
    ['P-024', '| previewResult.error | String or null |'],
  ]),
  ...preview('Task / record', [
    ['P-043', '| previewRecordID | String |'],
    ['P-044', '| workAttempts | Integer |'],
    ['P-045', '| nextEarliestWorkTime | String or null |'],
    ['P-046', '(String, the selected work code)'],
    ['P-047', '| previewRecordData | Array of data items |'],
  ]),
  ...preview('Data item', [['P-054', '| displayOrder | Integer | no |']]),
  ...preview('Search criterion', [['P-069', 'System field names usable as `key` in a criterion:']]),
  ...preview('Specially named data keys', [
    ['P-200', 'It is not repeated in the details section; to show it there, repeat the value under another key'],
    ['P-201', 'The Highlight item itself is hidden from the agent'],
    ['P-202', 'The Hidden item itself is hidden too'],
    ['P-203', 'opens in a separate window outside the agent interface'],
    ['P-204', 'opens in a separate window |'],
    ['P-205', 'Hidden from the agent.'],
    ['P-206', 'any key containing `phone` (case-insensitive)'],
    ['P-207', 'any key ending exactly `_link`'],
    ['P-208', 'any key ending exactly `_button`'],
    ['P-209', '| Name | Recommended.'],
  ]),
  ...preview('Endpoints', [
    ['P-096', 'where `{base_url}` is `https://[<region>.]<host>:9443`.'],
    ['P-097', 'it is the region where the environment resides.'],
    ['P-210', '| AddOrUpdateCampaignRecord | addOrUpdateCampaignRecord |'],
    ['P-211', '| SearchPreviewCampaign | searchPreviewCampaign |'],
    ['P-212', '| ChangeCampaignRecordStatus | changeCampaignRecordStatus |'],
    ['P-213', '| TransferCampaignRecord | transferCampaignRecord |'],
    ['P-214', '| DeleteRecordFromCampaign | deleteRecordFromCampaign |'],
  ]),
  ...preview('addOrUpdateCampaignRecord', [
    ['P-106', '| clientIdFieldName | String | no |'],
    ['P-107', '| nextEarliestWorkTimeUTC | Number (long) | no |'],
  ]),
  ...preview('searchPreviewCampaign', [['P-129', '| maxRecords | Integer | no |']]),
  ...preview('changeCampaignRecordStatus', [
    [
      'P-138',
      'A task that is not found gives NORECORDFOUND. Response: common response envelope (statuses SUCCESS, FAILED).',
    ],
  ]),
  ...preview('transferCampaignRecord', [
    ['P-148', '| clientId | String | no | Locates the task |'],
    ['P-149', 'Response: common response envelope (statuses SUCCESS, FAILED).'],
  ]),
  ...preview('deleteRecordFromCampaign', [['P-153', 'Response: common response envelope (statuses SUCCESS, FAILED).']]),
  ...preview('Authentication', [
    ...headers(['P-164', 'P-165', 'P-166', 'P-167', 'P-168']),
    ['P-169', "The API key is read programmatically from the customer's cloud secrets manager:"],
  ]),
  ...preview('Errors', [
    ['P-174', '| HTTP status | 4xx, 5xx | Failure |'],
    ['P-175', '| HTTP 200, previewResult.previewResultStatus | SUCCESS | Action succeeded |'],
  ]),
];

export const USER_ROWS: readonly Sentence[] = [
  ...users('Tenant object', [['U-013', '| tenant | Object | yes | See Tenant object |']]),
  ...users('User', [
    ['U-025', 'with SAML it is usually an e-mail address |'],
    ['U-026', '| firstName | String | First name |'],
    ['U-027', '| lastName | String | Last name |'],
  ]),
  ...users('Endpoints', [
    ['U-034', 'where `{base_url}` is `https://[<region>.]<host>:9443`.'],
    ['U-035', 'The optional region prefix is one of: (absent, meaning us-east-1), us-west-2,'],
    ['U-036', 'Path suffix `/add-user`.'],
    ['U-037', 'Path suffix `/query-existence`.'],
    ['U-038', 'Path suffix `/delete-user`.'],
  ]),
  ...users('add-user', [
    ['U-053', 'those values are used for the created user'],
    ['U-054', 'Response: `result`, `message`, and `connectUserId` (String) when created in the backing instance.'],
  ]),
  ...users('query-existence', [
    ['U-068', '| backendStatus | String or null |'],
    ['U-069', '| connectUserId | String or null |'],
  ]),
  ...users('delete-user', [
    ['U-073', 'Response: `result` and `message`.'],
    ['U-074', '| tenant | Object | yes | |'],
  ]),
  ...users('Authentication', [
    ...headers(['U-084', 'U-085', 'U-086', 'U-087', 'U-088']),
    ['U-089', "The API key is read from the customer's cloud secrets manager:"],
  ]),
  ...users('Errors', [
    ['U-101', '| SUCCESS |'],
    ['U-102', '| UNAUTHORIZED |'],
    ['U-103', '| INVALID_TENANT |'],
    ['U-104', '| INVALID_ARGUMENTS |'],
    ['U-105', '| ALREADY_EXISTS |'],
    ['U-106', '| NOT_SUPPORTED |'],
    ['U-107', '| NOT_FOUND |'],
    ['U-108', '| FAIL |'],
  ]),
];

// The eight operations of both interface documents ("Endpoints"), one row each. Paths, what may be asked again, the words of an
// answer, the methods of the client, the writes of a plan and the names in logs derive from it. A new operation starts here:
// the compiler then asks for its method (service.ts, client.ts) and for what a plan does with it (reconcile), and
// test/service/operation.test.ts for its place in the sandbox.

import { baseUrl } from '../model/target.ts';
import type { Target } from '../model/target.ts';
import type { Service } from './service.ts';

interface OperationRow {
  /** The document that describes it: the user provisioning or the preview campaign interface. */
  readonly of: 'user' | 'record';
  /** Reading changes nothing, so it may be asked again after any failure. A write may not. */
  readonly effect: 'read' | 'write';
  /** How the rest of the house asks for it. */
  readonly methods: readonly (keyof Service)[];
  /** Whether "nothing of that id" is an answer of its own: NORECORDFOUND, NOT_FOUND. */
  readonly mayFindNone: boolean;
  /** Statuses of the preview campaign interface that say that nothing was done. A user operation shares one list. */
  readonly refusals: readonly string[];
}

export const OPERATIONS = {
  'add-user': { of: 'user', effect: 'write', methods: ['addUser'], mayFindNone: false, refusals: [] },
  'query-existence': { of: 'user', effect: 'read', methods: ['queryUser'], mayFindNone: true, refusals: [] },
  'delete-user': { of: 'user', effect: 'write', methods: ['deleteUser'], mayFindNone: true, refusals: [] },
  addOrUpdateCampaignRecord: {
    of: 'record',
    effect: 'write',
    methods: ['putRecord'],
    mayFindNone: false,
    refusals: ['FAILED', 'INVALIDCLIENTID', 'INVALIDRECORDDATAKEY'],
  },
  searchPreviewCampaign: {
    of: 'record',
    effect: 'read',
    methods: ['findRecord', 'findTask', 'searchRecords'],
    mayFindNone: true,
    refusals: ['FAILED'],
  },
  changeCampaignRecordStatus: {
    of: 'record',
    effect: 'write',
    methods: ['setRecordStatus'],
    mayFindNone: true,
    refusals: ['FAILED'],
  },
  transferCampaignRecord: {
    of: 'record',
    effect: 'write',
    methods: ['transferRecord'],
    mayFindNone: true,
    refusals: ['FAILED'],
  },
  deleteRecordFromCampaign: {
    of: 'record',
    effect: 'write',
    methods: ['deleteRecord'],
    mayFindNone: true,
    refusals: ['FAILED'],
  },
} as const satisfies Readonly<Record<string, OperationRow>>;

type Operations = typeof OPERATIONS;

export type Operation = keyof Operations;
type MatchingOperation<Columns> = { [K in Operation]: Operations[K] extends Columns ? K : never }[Operation];

export type UserOperation = MatchingOperation<{ of: 'user' }>;
export type RecordOperation = MatchingOperation<{ of: 'record' }>;
export type WriteOperation = MatchingOperation<{ effect: 'write' }>;
/** Writes that name one record: the service says so when there is none. */
export type LocatingWrite = MatchingOperation<{ of: 'record'; effect: 'write'; mayFindNone: true }>;

/**
 * FAILED and its like, of whatever operation: they say that nothing was done. A status that no operation lists proves
 * nothing.
 */
export const REFUSALS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).flatMap(({ refusals }) => refusals));

export function isReading(operation: Operation): boolean {
  return OPERATIONS[operation].effect === 'read';
}

export function isUserOperation(operation: Operation): operation is UserOperation {
  return OPERATIONS[operation].of === 'user';
}

/** `/<previewPrefix>/<action>` or `/<adminPrefix>/api/users/<operation>`. */
export function operationPath(target: Pick<Target, 'previewPrefix' | 'adminPrefix'>, operation: Operation): string {
  const folder = isUserOperation(operation) ? `${target.adminPrefix}/api/users` : target.previewPrefix;
  return `/${folder}/${operation}`;
}

/** The full URL, as it may be shown: it holds no secret. */
export function operationUrl(target: Target, operation: Operation): string {
  return baseUrl(target) + operationPath(target, operation);
}

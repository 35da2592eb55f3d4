// Control of a running sandbox, apart from the two interfaces: read its data and counters, cause faults, and act as
// agents, as intake files or as another user of the service. The same interface in the process and over HTTPS.

import type { WorkedState } from '../../core/model/record.ts';
import type { AgentView } from '../world/agent-view.ts';
import type { Fault } from '../messages/faults.ts';
import type { Switches } from '../world/switches.ts';
import type { WireTask, WorkCode } from '../world/task.ts';
import type { Counters, LogEntry } from '../messages/traffic.ts';

export interface RecordKey {
  readonly campaignName: string;
  readonly clientId: string;
}

/**
 * A delivery to an agent: counts it, sets last*, and leaves the task in `state`. Only of a task that is delivered to that agent now.
 * With NOTWORKED the agent does not work it.
 */
export interface Work extends RecordKey {
  readonly agent: string;
  readonly state: WorkedState;
  readonly workCodes?: readonly WorkCode[];
  /** When another attempt may be made; epoch milliseconds. */
  readonly nextEarliestWorkTime?: number;
}

export interface Intake {
  readonly campaignName: string;
  /** Header of the first column, which holds the unique id. */
  readonly idColumn: string;
  /** One object a row: column -> value, id column included. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export interface IntakeResult {
  readonly added: number;
  readonly twins: number;
  readonly updated: number;
  readonly skipped: number;
}

/** Only the given properties change; `data` is merged, a null value removes the item. */
export interface RecordEdit extends RecordKey {
  readonly data?: Readonly<Record<string, string | null>>;
  readonly skillQueue?: string;
  readonly timeZone?: string;
  readonly preferredAgent?: string;
  /** Epoch milliseconds. */
  readonly nextEarliestWorkTime?: number | null;
  readonly state?: WorkedState;
}

export interface AddedUser {
  readonly loginUserId: string;
  /** Default true. */
  readonly inService?: boolean;
  /** Default true. */
  readonly inBackend?: boolean;
}

export interface SandboxUser {
  readonly loginUserId: string;
  readonly inService: boolean;
  readonly inBackend: boolean;
  readonly connectUserId: string | null;
}

export interface SandboxRecord extends WireTask {
  readonly campaignName: string;
  readonly timeZone: string;
}

/** Every command returns plain JSON values; one that names an object that does not exist throws an Error. */
export interface SandboxControl {
  ping(): Promise<{ readonly pid: number; readonly now: number }>;
  counters(): Promise<Counters>;
  /** Also empties the log. */
  resetCounters(): Promise<void>;
  /** The latest requests, oldest first; at most 10,000. */
  log(): Promise<readonly LogEntry[]>;
  switches(): Promise<Switches>;
  setSwitches(change: Partial<Switches>): Promise<void>;
  arm(fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  rotateKey(): Promise<void>;
  advanceClock(ms: number): Promise<void>;
  /** Delays every answer of the two interfaces, in milliseconds. */
  setDelay(ms: number): Promise<void>;
  work(work: Work): Promise<void>;
  /** Lets 30 minutes pass for every preference on a deliverable task; returns how many were cleared. */
  lapsePins(): Promise<number>;
  loadIntake(intake: Intake): Promise<IntakeResult>;
  addUser(user: AddedUser): Promise<void>;
  /** From the service only. */
  removeUser(loginUserId: string): Promise<void>;
  /** From the backing instance only. */
  removeBackendUser(loginUserId: string): Promise<void>;
  changeRecord(change: RecordEdit): Promise<void>;
  removeRecord(key: RecordKey): Promise<void>;
  moveRecord(move: RecordKey & { readonly toCampaign: string }): Promise<void>;
  users(): Promise<readonly SandboxUser[]>;
  exists(loginUserId: string): Promise<SandboxUser>;
  /** Of one campaign, or of all; oldest first. */
  records(campaignName?: string): Promise<readonly SandboxRecord[]>;
  /** A task as its agent sees it. */
  agentView(key: RecordKey): Promise<AgentView>;
}

// One environment of the service, as muster.yaml names it, checked and complete.

import type { DoNotCall } from './do-not-call.ts';
import type { Region } from './region.ts';

export interface ApiKeySource {
  readonly secretName: string;
  readonly secretsRegion: string;
  /** Where the secret is JSON: its key that holds the API key. */
  readonly jsonKey?: string;
  /** A secrets-manager endpoint other than the default; plain http on loopback only. */
  readonly endpoint?: string;
}

export interface Target {
  readonly name: string;
  /** The sandbox: started on demand, loopback only. Host, port, key and CA are filled in at start. */
  readonly sandbox: boolean;
  readonly host: string;
  readonly region: Region;
  readonly port: number;
  readonly previewPrefix: string;
  readonly adminPrefix: string;
  readonly platform: string;
  readonly companyCode: string;
  readonly environment: string;
  /** `internal`: the instance keeps its own users, and the user interface does not serve it. */
  readonly identity: 'saml' | 'directory' | 'internal';
  /** What people call the second system in which a user may exist. Absent: `second system`. */
  readonly backendName?: string;
  readonly apiKey: ApiKeySource;
  /** PEM text of an extra trust root. */
  readonly ca?: string;
  /** `environment`, `none`, or the URL of a proxy without user and password. Absent: none. */
  readonly proxy?: string;
  readonly state: 'ledger' | 'pulumi';
  readonly stack: string;
  /** Stacks whose records this one takes over, by the names that their markers carry (`managed-elsewhere` says them). */
  readonly formerStacks: readonly string[];
  /** Tenants that recorded state may name although the target is another one by now (`other-tenant` says them). */
  readonly formerTenants: readonly string[];
  readonly maxConcurrency: number;
  /** Keys that it does not say although environments differ in them, with what is assumed: `adminPrefix: admin`. Absent: none. */
  readonly assumed?: readonly string[];
  /** Present where muster.yaml says `partitions:`, for the target that is split and for each part of it. */
  readonly split?: Split;
}

/** Patterns with `*`: names of campaigns, and desired files that declare people. */
export interface Partition {
  readonly name: string;
  readonly campaigns: readonly string[];
  readonly teams: readonly string[];
}

/** One environment whose declarations are parts with recorded state of their own (docs/scale.md). */
export interface Split {
  /** Name of the target that is split. */
  readonly of: string;
  readonly partitions: readonly Partition[];
  /** The part that this target is; null for the whole, which nothing is planned for. */
  readonly own: string | null;
}

/** Under this name stands what belongs to the service and not to recorded state: its sandbox, its profile. */
export function serviceName({ name, split }: Pick<Target, 'name' | 'split'>): string {
  return split?.of ?? name;
}

export interface DeletePolicy {
  readonly count: number;
  readonly percent: number;
  /** Deletes that one desired file may cause; absent: no such limit. */
  readonly perFile?: number;
}

export type RestorePolicy = 'guarded' | 'always';

export type SameNumberPolicy = 'warn' | 'block' | 'off';

export type AgentRule = 'declared' | 'known' | 'service-and-backend' | 'any';

/** Where no user can be asked for, pins are passed on as they are. */
export function agentRuleOf({ agents = 'known' }: Policy, { identity }: Pick<Target, 'identity'>): AgentRule {
  return identity === 'internal' ? 'any' : agents;
}

export const asksService = (rule: AgentRule): boolean => rule === 'known' || rule === 'service-and-backend';

export interface Policy {
  readonly deletes: DeletePolicy;
  /** Campaigns searched for pins of leavers, in addition to those declared or recorded. */
  readonly offboard?: { readonly campaigns: readonly string[] };
  /** Who a record may be pinned to (reconcile/diff/agents.ts). Default `known`. */
  readonly agents?: AgentRule;
  /** Whether an apply gives back an access that somebody removed outside. Default `guarded`: by its exact number only. */
  readonly restore?: RestorePolicy;
  /** More pins on one agent within 30 minutes are a warning. Default 4. */
  readonly pinsPerWindow?: number;
  /** For how many days plan and drift look at what was removed. Default 7; 0: not at all. */
  readonly verifyRemovedDays?: number;
  /** Whether the zone in force is searched for, beside the one that is shown. */
  readonly verifyZones?: boolean;
  /** What is said of one name and number under several ids of a campaign. Default `warn`. */
  readonly sameNumber?: SameNumberPolicy;
  /** Whom no record may call; absent: nobody is listed. */
  readonly doNotCall?: DoNotCall;
}

/** What a report says of a target. */
export type TargetHead = Pick<Target, 'name' | 'region' | 'companyCode' | 'environment' | 'backendName'>;

export function targetHead({ name, region, companyCode, environment, backendName }: Target): TargetHead {
  return { name, region, companyCode, environment, ...(backendName !== undefined && { backendName }) };
}

/** `https://[<region>.]<host>:<port>`: the region is a prefix unless it is us-east-1. */
export function baseUrl(target: Pick<Target, 'host' | 'region' | 'port'>): string {
  const prefix = target.region === 'us-east-1' ? '' : `${target.region}.`;
  return `https://${prefix}${target.host}:${target.port}`;
}

// The beginning of a life: what the environment answers where the documents leave it open, who and what is there already, and what the
// files say at first.

import { DEFAULT_SWITCHES } from '../../src/sandbox/world/switches.ts';
import type { Switches } from '../../src/sandbox/world/switches.ts';
import { person } from './files.ts';
import type { CampaignLines, Files, PersonLine, RecordLine } from './files.ts';
import type { Chance } from './random.ts';

export const CAMPAIGNS = ['Summer', 'Winter', 'Spring'] as const;

/** What others have put there before the first run. */
export interface Stranger {
  readonly campaignName: string;
  readonly clientId: string;
  readonly state: 'NOTWORKED' | 'WORKED' | 'COMPLETED';
  /** Items beside the name. */
  readonly more?: Readonly<Record<string, string>>;
  readonly pin?: string;
}

export interface StartingWorld {
  readonly switches: Partial<Switches>;
  readonly files: Files;
  readonly strangers: readonly Stranger[];
  /** Users who are there already, and on which side. */
  readonly known: readonly { readonly loginUserId: string; readonly inService: boolean; readonly inBackend: boolean }[];
}

/** Values of an open question beside its default. */
const OTHERS: { readonly [K in keyof Switches]?: readonly Switches[K][] } = {
  S1: ['error', 'top-level', '404', 'SUCCESS+empty'],
  S2: ['OR', 'refused'],
  S3: ['oldest-first', 'newest-first'],
  S4: [100, 'none'],
  S5: ['removed-visible', 'removed-hidden'],
  S6: ['revives', 'refused'],
  S7: ['lost', 'part'],
  S8: ['kept'],
  S9: ['overwrite', 'twin'],
  S10: ['resets'],
  S11: [
    { intake: 'update', idSearch: 'oldest' },
    { intake: 'skip', idSearch: 'oldest' },
    { intake: 'twin', idSearch: 'newest' },
  ],
  S12: ['FAIL', 'INVALID_ARGUMENTS', '409'],
  S15: ['null', 'missing'],
  S19: [400],
  S21: ['previewRecordId', 'previewRecordID'],
  S23: ['yes'],
  S24: ['created'],
  S25: ['ALREADY_EXISTS'],
  S26: ['kept'],
  S27: ['clears'],
  S28: ['null', 'empty'],
  S29: ['differs', 'not-shown'],
  S30: ['removed', 'removed+SUCCESS'],
  identity: ['directory'],
};

export function drawWorld(chance: Chance): StartingWorld {
  const people = drawPeople(chance);
  const campaigns = CAMPAIGNS.slice(0, 1 + chance.int(3)).map((name) => drawCampaign(chance, name, people));
  return {
    switches: drawSwitches(chance),
    files: { users: people, campaigns },
    strangers: drawStrangers(chance, campaigns),
    known: people.slice(1).flatMap(({ loginUserId }) => {
      if (!chance.is(0.25)) return [];
      const inService = chance.is(0.6);
      return [{ loginUserId, inService, inBackend: !inService || chance.is(0.5) }];
    }),
  };
}

function drawSwitches(chance: Chance): Partial<Switches> {
  const drawn = Object.entries(OTHERS).flatMap(([name, values]) =>
    chance.is(0.25) ? [[name, chance.pick<unknown>(values)] as const] : [],
  );
  return { ...DEFAULT_SWITCHES, ...Object.fromEntries(drawn) };
}

/** The first one is there from the beginning and stays: a known user, without whom absence proves nothing. */
function drawPeople(chance: Chance): PersonLine[] {
  const names = ['ben', 'cho', 'dia', 'eli', 'fay', 'gus'].slice(0, 1 + chance.int(6));
  const others = names.map((name) =>
    person(name, {
      ...(chance.is(0.6) && { createInBackend: true }),
      ...(chance.is(0.3) && { adopt: true }),
      ...(chance.is(0.2) && { onRemove: chance.pick(['release', 'delete', 'delete-with-backend'] as const) }),
      ...(chance.is(0.4) && { offboard: chance.pick(['clear', 'block'] as const) }),
    }),
  );
  return [person('anchor', { adopt: true }), ...others];
}

function drawCampaign(chance: Chance, campaignName: string, people: readonly PersonLine[]): CampaignLines {
  const records = Array.from({ length: 1 + chance.int(9) }, (_, index) => drawRecord(chance, index, people));
  return {
    campaignName,
    marker: chance.is(0.8),
    intake: chance.is(0.3),
    manage: chance.is(0.7) ? 'each' : 'set',
    records: records.filter(({ clientId }, index) => records.findIndex((each) => each.clientId === clientId) === index),
  };
}

function drawRecord(chance: Chance, index: number, people: readonly PersonLine[]): RecordLine {
  return {
    clientId: `C-${1 + index + chance.int(4)}`,
    data: { Name: `Customer ${index}`, ...(chance.is(0.5) && { Note: 'first' }) },
    ...(chance.is(0.5) && { preferredAgent: chance.pick(people).loginUserId }),
    ...(chance.is(0.3) && { skillQueue: 'gold' }),
    ...(chance.is(0.15) && { adopt: true }),
    ...(chance.is(0.15) && { whenWorked: chance.pick(['replace', 'remove'] as const) }),
  };
}

function drawStrangers(chance: Chance, campaigns: readonly CampaignLines[]): Stranger[] {
  return Array.from({ length: chance.int(6) }, () => ({
    campaignName: chance.pick(campaigns).campaignName,
    clientId: `C-${1 + chance.int(16)}`,
    state: chance.is(0.7) ? ('NOTWORKED' as const) : ('COMPLETED' as const),
  }));
}

// The command table. Parser, completion and docs/commands.md read it; each row is defined in the file of its subject.

import { ADOPT_COMMAND } from './adopt.ts';
import type { Command } from '../process/command.ts';
import { DOCTOR_COMMAND } from './doctor.ts';
import { GET_COMMANDS } from './get.ts';
import { FMT_COMMAND } from './fmt.ts';
import { lookupCommands } from './lookup.ts';
import { PARTITIONS_COMMAND } from './partitions.ts';
import { PUBLISH_COMMAND } from './publish.ts';
import { RENDER_COMMAND } from './render.ts';
import { SANDBOX_COMMAND } from './sandbox.ts';
import { REPIN_COMMAND } from './repin.ts';
import { STATE_COMMAND } from './state-home.ts';
import { STATE_COMMANDS } from './state.ts';
import { UNLOCK_COMMAND } from './unlock.ts';

/** The overview: its headings, and the commands below each. */
const GROUPS = {
  'Every day:': ['validate', 'plan', 'apply', 'drift'],
  'Look things up (changes nothing):': ['show', 'search', 'get', 'why', 'explain'],
  'Change the files:': ['init', 'adopt', 'repin', 'fmt'],
  'In a pipeline:': ['render', 'publish', 'partitions'],
  'When something is wrong:': ['doctor', 'unlock', 'state', 'destroy'],
  'Try it out:': ['sandbox'],
  'About muster:': ['schema', 'completion', 'version'],
} as const;

const ROWS: readonly Command[] = [
  ...STATE_COMMANDS,
  ...GET_COMMANDS,
  FMT_COMMAND,
  REPIN_COMMAND,
  ADOPT_COMMAND,
  DOCTOR_COMMAND,
  RENDER_COMMAND,
  PUBLISH_COMMAND,
  PARTITIONS_COMMAND,
  STATE_COMMAND,
  UNLOCK_COMMAND,
  ...lookupCommands(() => COMMANDS),
  SANDBOX_COMMAND,
];

export const COMMANDS: readonly Command[] = Object.entries(GROUPS).flatMap(([group, names]) =>
  names.flatMap((name) => ROWS.filter((each) => each.name === name).map((each) => ({ ...each, group }))),
);

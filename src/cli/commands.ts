// The command table. Parser, completion and docs/commands.md read it; each row is defined in the file of its subject.

import { ADOPT_COMMAND } from './commands-adopt.ts';
import type { Command } from './command.ts';
import { DOCTOR_COMMAND } from './commands-doctor.ts';
import { GET_COMMANDS } from './commands-get.ts';
import { FMT_COMMAND } from './commands-fmt.ts';
import { lookupCommands } from './commands-lookup.ts';
import { PUBLISH_COMMAND } from './commands-publish.ts';
import { RENDER_COMMAND } from './commands-render.ts';
import { SANDBOX_COMMAND } from './commands-sandbox.ts';
import { STATE_COMMAND } from './commands-move.ts';
import { STATE_COMMANDS } from './commands-state.ts';
import { UNLOCK_COMMAND } from './commands-unlock.ts';

export const COMMANDS: readonly Command[] = [
  ...STATE_COMMANDS,
  ...GET_COMMANDS,
  FMT_COMMAND,
  ADOPT_COMMAND,
  DOCTOR_COMMAND,
  RENDER_COMMAND,
  PUBLISH_COMMAND,
  STATE_COMMAND,
  UNLOCK_COMMAND,
  ...lookupCommands(() => COMMANDS),
  SANDBOX_COMMAND,
];

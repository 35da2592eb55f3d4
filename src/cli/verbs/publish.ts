// publish: JSON reports of earlier runs to where they are reviewed. The job that reads the service and the job that may write on the
// forge can be two, so a request from a fork never meets a token.

import type { Command } from '../process/command.ts';
import { described } from '../process/flags.ts';
import { PUBLISH_FLAGS } from './publish-flags.ts';

export const PUBLISH_COMMAND: Command = {
  name: 'publish',
  summary: 'put JSON reports on a pull request, drift into an issue',
  arguments: [described('<reports...>', 'files that --out json=PATH wrote; - is standard input')],
  flags: [],
  ownFlags: PUBLISH_FLAGS,
  run: async (call) => (await import('./publish-reports.ts')).publishReports(call),
};

// init, explain, schema, completion, version: nothing here reads a project or talks to a service.

import { answer } from '../process/confirm.ts';
import type { Call, Command } from '../process/command.ts';
import { COMPLETIONS, printCompletion } from '../completion/completion.ts';
import { explain } from '../explain/explain.ts';
import { initFolder } from '../init/init.ts';
import { INIT_FLAGS } from '../init/ci.ts';
import { described } from '../process/flags.ts';

const SCHEMAS = ['desired', 'project', 'profile', 'report-1.0'] as const;

/** `commands`: the whole table, for completion; a function, because this is part of that table. */
export function lookupCommands(commands: () => readonly Command[]): readonly Command[] {
  return [
    {
      name: 'init',
      summary: 'write a project to start from, or its pipeline (--ci)',
      arguments: [described('[folder]', 'where to write it; default: the current folder')],
      flags: ['target', 'json'],
      ownFlags: INIT_FLAGS,
      run: initFolder,
    },
    {
      name: 'explain',
      summary: 'print what a code or a key means, and how to go on',
      arguments: [
        described(
          '[code]',
          'as printed in brackets by an error; a guard, a class of a drift report, an exit code, a key of a file (loginUserId, policy.deletes), an open question (search-ceiling), `assumptions`, or `formats`; none: all',
        ),
      ],
      flags: ['json'],
      run: explain,
    },
    {
      name: 'schema',
      summary: 'print the JSON Schema of the files, or of JSON reports',
      arguments: [described('[name]', 'which one', { choices: SCHEMAS })],
      flags: [],
      run: printSchema,
    },
    {
      name: 'completion',
      summary: 'print the completion script of a shell',
      arguments: [
        described('<what>', 'a shell; or what its script asks for', { choices: COMPLETIONS }),
        described('[words...]', 'with `words`: what is typed so far'),
      ],
      flags: ['target'],
      run: (call) => printCompletion(call, commands()),
    },
    {
      name: 'version',
      summary: 'print the versions of muster and Node',
      flags: ['json'],
      run: printVersion,
    },
  ];
}

async function printSchema({ arguments: words, shell }: Call): Promise<number> {
  const { readSchema } = await import('../../core/desired/text/schema-file.ts');
  shell.terminal.out(readSchema(SCHEMAS.find((name) => name === words[0]) ?? 'desired'));
  return 0;
}

async function printVersion(call: Call): Promise<number> {
  const facts = { muster: call.version, node: process.version, platform: `${process.platform}-${process.arch}` };
  answer(call, facts, `muster ${facts.muster} (node ${facts.node}, ${facts.platform})\n`);
  return Promise.resolve(0);
}

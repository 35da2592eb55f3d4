// init, explain, schema, completion, version: nothing here reads a project or talks to a service.

import type { Call, Command } from '../process/command.ts';
import { COMPLETIONS, printCompletion } from '../completion/completion.ts';
import { explain } from '../explain/explain.ts';
import { initFolder } from '../init/init.ts';
import { INIT_FLAGS } from '../init/ci.ts';

const GROUP = 'Set up and look up:';
const SCHEMAS = ['desired', 'project', 'profile', 'report-1.0'] as const;

/** `commands`: the whole table, for completion; a function, because this is part of that table. */
export function lookupCommands(commands: () => readonly Command[]): readonly Command[] {
  return [
    {
      name: 'init',
      group: GROUP,
      summary: 'write a small project with a sandbox target to start from, or the pipeline of a project',
      arguments: [{ usage: '[folder]', text: 'where to write it; default: the present folder' }],
      flags: ['target'],
      ownFlags: INIT_FLAGS,
      run: initFolder,
    },
    {
      name: 'explain',
      group: GROUP,
      summary: 'print what a code means and how to go on; without a code, list all',
      arguments: [
        {
          usage: '[code]',
          text: 'as printed in brackets by an error; a guard, a class of a drift report, an exit number, a key of a file (loginUserId, policy.deletes), an open question (search-ceiling), or `assumptions`',
        },
      ],
      flags: [],
      run: explain,
    },
    {
      name: 'schema',
      group: GROUP,
      summary: 'print the JSON Schema of desired files, of muster.yaml, of service profiles, or of JSON reports',
      arguments: [{ usage: '[name]', text: 'which one', choices: SCHEMAS }],
      flags: [],
      run: printSchema,
    },
    {
      name: 'completion',
      group: GROUP,
      summary: 'print a script for the completion of commands, flags and values, or the names that a script asks for',
      arguments: [{ usage: '<what>', text: 'a shell, or names of the project', choices: COMPLETIONS }],
      flags: ['target'],
      run: (call) => printCompletion(call, commands()),
    },
    {
      name: 'version',
      group: GROUP,
      summary: 'print the versions of muster and Node',
      arguments: [],
      flags: ['json'],
      run: printVersion,
    },
  ];
}

async function print(call: Call, text: string): Promise<number> {
  call.shell.terminal.out(text);
  return Promise.resolve(0);
}

async function printSchema(call: Call): Promise<number> {
  const { readSchema } = await import('../../desired/text/schema-file.ts');
  return print(call, readSchema(SCHEMAS.find((name) => name === call.arguments[0]) ?? 'desired'));
}

async function printVersion(call: Call): Promise<number> {
  const facts = { muster: call.version, node: process.version, platform: `${process.platform}-${process.arch}` };
  if (call.settings.outputs.length > 0) return print(call, `${JSON.stringify(facts)}\n`);
  return print(call, `muster ${facts.muster} (node ${facts.node}, ${facts.platform})\n`);
}

// What the runner starts. Without words it is a step of the action; with words it is the `muster` command, which the step starts.

if (process.argv.length > 2) await import('../cli/main.ts');
else
  process.exitCode = await (
    await import('./run.ts')
  ).runAction(process.env, (await import('../core/machine.ts')).MACHINE.clock);

#!/usr/bin/env node
// One step of a pipeline outside of GitHub: `muster` with recorded state from a sealed branch. Its inputs are those of the action
// (action.yml), each as a variable INPUT_NAME; with words it is the `muster` command, which the step starts.
import { existsSync } from 'node:fs';

const source = new URL('../src/action/main.ts', import.meta.url);
const built = new URL('../dist/muster-job.js', import.meta.url);
await import(existsSync(source) ? source.href : built.href);

// Every hostile value by itself through the Pulumi door, with the ways to keep a stack in turn. The stories that are long, because
// they lose answers of their own at every operation, are played when they are asked for (MUSTER_MATRIX=all).

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { SCENARIOS } from './scenarios.ts';
import { HOSTILE_STACK } from './switch-values.ts';

const LONG = ['lost answer', 'late commit', 'garbled answer', 'restart'];
const isPlayed = ([name]: readonly [string, unknown]): boolean =>
  process.env['MUSTER_MATRIX'] === 'all' || !LONG.includes(name);

judgeGroup('hostile stack', stackCases(HOSTILE_STACK), Object.fromEntries(Object.entries(SCENARIOS).filter(isPlayed)));

// The switch matrix through the Pulumi door: a few rows in which every value of every open point, and every way to keep a stack,
// stands at least once. All pairs and all single values are in stack-pairs.test.ts and stack-singles.test.ts.

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { STACK_FEW } from './switch-values.ts';

judgeGroup('stack', stackCases(STACK_FEW));

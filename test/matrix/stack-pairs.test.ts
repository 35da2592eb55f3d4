// The switch matrix through the Pulumi door: rows of a covering array, in which every two values of two open points meet, and
// every value meets every way to keep a stack.

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { STACK_PAIRS } from './switch-values.ts';

judgeGroup('stack pairs', stackCases(STACK_PAIRS));

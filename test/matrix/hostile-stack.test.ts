// Every hostile value by itself through the Pulumi door, with the ways to keep a stack in turn.

import { judgeGroup } from './judge-group.ts';
import { stackCases } from './pulumi-door.ts';
import { HOSTILE_STACK } from './switch-values.ts';

judgeGroup('hostile stack', stackCases(HOSTILE_STACK));

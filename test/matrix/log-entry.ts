// What a line of the sandbox's log is about.

import type { LogEntry } from '../../src/sandbox/messages/traffic.ts';
import { isWriteName } from '../support/writes.ts';

export const isWrite = ({ operation }: LogEntry): boolean => isWriteName(operation);
/** The second line of a request that was cut off at first. */
export const isLate = ({ outcome }: LogEntry): boolean => outcome.startsWith('commit-late: ');

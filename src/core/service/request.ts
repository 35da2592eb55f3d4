// One operation to ask of a service, and how its answer is read.

import type { Operation } from './operation.ts';
import type { Interpreter } from './outcome.ts';

export interface ServiceRequest<T> {
  readonly operation: Operation;
  readonly body: object;
  readonly interpret: Interpreter<T>;
}

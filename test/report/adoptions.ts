// A hand-built adoption.

import type { Adoption } from '../../src/core/reconcile/adoption.ts';
import { emptyPlan } from './values.ts';

export const adoption: Adoption = {
  target: emptyPlan.target,
  project: 'contact-centre',
  what: 'users',
  taken: [],
  leftOut: [],
  unfilled: [],
  finished: 0,
  agents: [],
  marked: 0,
  complete: true,
  how: 'everybody answered',
  people: [],
  files: [],
  written: false,
  coverage: { asked: 2, answered: 2 },
  requests: 3,
};

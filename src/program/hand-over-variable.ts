// Environment variables by which the command tells a Pulumi program that it started what the run is for.

/** `muster state hand-over`: the program registers what a ledger hands over. */
export const HAND_OVER_VARIABLE = 'MUSTER_HAND_OVER';

/** That by which `muster apply` tells it which plan was shown: 16 to 64 digits. Of desired files; classes have a plan of their own. */
export const SHOWN_PLAN_VARIABLE = 'MUSTER_SHOWN_PLAN';

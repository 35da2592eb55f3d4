/** The environment variable by which `muster state hand-over` tells the program that it registers what a ledger hands over. */
export const HAND_OVER_VARIABLE = 'MUSTER_HAND_OVER';

/** That by which `muster apply` tells it which plan was shown: 16 to 64 digits. Of desired files; classes have a plan of their own. */
export const SHOWN_PLAN_VARIABLE = 'MUSTER_SHOWN_PLAN';

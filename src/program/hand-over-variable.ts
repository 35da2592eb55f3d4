/** The environment variable by which `muster state hand-over` tells the program that it registers what a ledger hands over. */
export const HAND_OVER_VARIABLE = 'MUSTER_HAND_OVER';

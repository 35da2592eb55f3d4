/** Set for the program by the command that hands a ledger over. */
export const HAND_OVER_VARIABLE = 'MUSTER_HAND_OVER';

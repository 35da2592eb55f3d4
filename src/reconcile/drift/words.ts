// Times and numbers in the texts of findings.

/** `2026-12-01 08:00 UTC` from epoch milliseconds. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `1 attempt`, `2 attempts`. */
export function tries(attempts: number): string {
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

// The commit that the desired files stand in. A report names it, so that a reader knows which files were planned.

export interface GitState {
  /** Of HEAD, both as full hexadecimal names. */
  readonly commit: string;
  readonly tree: string;
  /** Whether a file of the project differs from that commit, or a desired file is not in it. */
  readonly dirty: boolean;
}

/** The commit that changed a file last. */
export interface LastEdit {
  readonly commit: string;
  /** As Git names the person. */
  readonly author: string;
}

/** The commit that a line comes from. */
export interface LineCommit {
  readonly commit: string;
  /** When it was committed, epoch milliseconds. */
  readonly at: number;
  readonly subject: string;
}

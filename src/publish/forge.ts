// What publishing needs of a forge. Each answer is checked before it is believed; whatever goes wrong is a ToolError with one of
// the forge codes. `gone`: somebody deleted it by hand meanwhile.

import type { Comment } from './comments.ts';
import type { ForgeName } from './context.ts';
import type { Issue, IssueText } from './issues.ts';
import type { Status } from './status.ts';

export interface Limits {
  /** Characters of a comment or an issue, with room for what the forge adds. */
  readonly comment: number;
  /** Characters of the words of a status. */
  readonly statusWords: number;
}

/** The forges take 65,536, 1,000,000 and 150,000 characters; nobody reads a note of a million. */
export const LIMITS: Readonly<Record<ForgeName, Limits>> = {
  github: { comment: 60_000, statusWords: 140 },
  gitea: { comment: 60_000, statusWords: 140 },
  gitlab: { comment: 200_000, statusWords: 255 },
  azure: { comment: 140_000, statusWords: 200 },
};

export interface Forge {
  /** Name for people. */
  readonly name: string;
  readonly limits: Limits;
  /** Id of the account of the token; null when the forge does not tell it. */
  readonly author: () => Promise<string | null>;
  /** The open request of this commit, or `owner:branch`; null for none. */
  readonly requestOf: (commit: string, headBranch: string | null) => Promise<number | null>;
  readonly openRequests: () => Promise<readonly number[]>;
  /** All of them, whatever the size of a page. */
  readonly comments: (request: number) => Promise<readonly Comment[]>;
  /** Sent once: whoever gets no answer looks before he sends again. */
  readonly createComment: (request: number, body: string) => Promise<Comment>;
  readonly rewriteComment: (place: CommentPlace, body: string) => Promise<'done' | 'gone'>;
  /** Out of sight; deleted where the forge has no other way. */
  readonly hideComment: (place: CommentPlace, body: string) => Promise<void>;
  /** `request`: Azure's branch policies read the status of a request, the others that of a commit. Says what it became. */
  readonly setStatus: (status: Status, commit: string, request: number | null) => Promise<'status' | 'check'>;
  /** Null where the forge has no issues that fit. */
  readonly issues: Issues | null;
}

export interface CommentPlace {
  readonly request: number;
  readonly id: string;
}

export interface Issues {
  /** Open and closed ones with the label of muster. */
  readonly list: () => Promise<readonly Issue[]>;
  /** Sent once. */
  readonly open: (text: IssueText) => Promise<Issue>;
  readonly rewrite: (id: string, text: Partial<IssueText>, open: boolean) => Promise<'done' | 'gone'>;
  readonly comment: (id: string, body: string) => Promise<void>;
}

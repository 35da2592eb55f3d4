// The answer of a user operation (user provisioning interface, "Errors").

export type ResultValue =
  | 'SUCCESS'
  | 'UNAUTHORIZED'
  | 'INVALID_TENANT'
  | 'INVALID_ARGUMENTS'
  | 'ALREADY_EXISTS'
  | 'NOT_SUPPORTED'
  | 'NOT_FOUND'
  | 'FAIL';

export interface UserResult {
  readonly result: ResultValue;
  readonly message: string;
  readonly backendStatus?: 'EXISTS' | 'NOT_FOUND' | null;
  readonly connectUserId?: string | null;
  /** HTTP status when it is not 200; not part of the body. */
  readonly http?: number;
}

export function result(value: ResultValue, message: string): UserResult {
  return { result: value, message };
}

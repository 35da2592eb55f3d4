// The address of one managed object, and the place in the desired files that declares it.
// An address is text: `user:<loginUserId>` or `record:<campaignName>/<clientId>`; a slash or percent sign inside a
// campaign name is percent-encoded, so that the first slash always ends the campaign name.

export type Kind = 'user' | 'record';

/**
 * What is told apart by the two functions below. It names the two kinds itself: for a union with another kind the compiler
 * refuses each place that asks, until somebody has answered there for the new kind.
 */
interface UserOrRecord {
  readonly kind: 'user' | 'record' | null;
}

export function isUser<T extends UserOrRecord>(object: T | null | undefined): object is T & { readonly kind: 'user' } {
  return object?.kind === 'user';
}

export function isRecord<T extends UserOrRecord>(
  object: T | null | undefined,
): object is T & { readonly kind: 'record' } {
  return object?.kind === 'record';
}

/** `user:ana@example.com` or `record:Summer Renewals/C-1001`. Case-sensitive, compared byte by byte. */
export type Address = string;

/** Where something is declared. `file` is relative to the project folder; `line` and `column` start at 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedAddress =
  | { readonly kind: 'user'; readonly loginUserId: string }
  | { readonly kind: 'record'; readonly campaignName: string; readonly clientId: string };

export function userAddress(loginUserId: string): Address {
  return `user:${loginUserId}`;
}

export function recordAddress(campaignName: string, clientId: string): Address {
  return `record:${campaignName.replaceAll('%', '%25').replaceAll('/', '%2F')}/${clientId}`;
}

/** Null when the text is not an address. */
export function parseAddress(address: Address): ParsedAddress | null {
  if (address.startsWith('user:')) return { kind: 'user', loginUserId: address.slice('user:'.length) };
  const slash = address.indexOf('/');
  if (!address.startsWith('record:') || slash < 0) return null;
  const campaignName = address.slice('record:'.length, slash).replaceAll('%2F', '/').replaceAll('%25', '%');
  return { kind: 'record', campaignName, clientId: address.slice(slash + 1) };
}

/** The clientId in the address of a record; empty text in any other. */
export function clientIdOf(address: Address): string {
  const parsed = parseAddress(address);
  return isRecord(parsed) ? parsed.clientId : '';
}

/** Empty for a person. */
export function campaignOf(address: Address): string {
  const parsed = parseAddress(address);
  return isRecord(parsed) ? parsed.campaignName : '';
}

/**
 * Whether an address fits a pattern in which `*` stands for any run of characters (`record:Summer*`, `user:*@a.com`).
 */
export function matchesAddress(pattern: string, address: Address): boolean {
  const expression = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${expression}$`, 'us').test(address);
}

// Rules for single values, one place each: desired files, the client and the sandbox ask here, so that what a file may say is what
// the service is sent and what its double accepts (both interface documents).
//
//   value                          rule
//   phone (key contains `phone`)   clean E.164: a plus sign, then 2 to 15 digits, the first of them no zero
//   link, button (key ends so)     any URL: a scheme in any letter case, no white space, and whatever the URL standard accepts
//   e-mail address                 text, an @, text; blanks and a second @ only within a quoted first part
//   displayOrder                   a whole number from 1 to 2,147,483,647
//   tenant (platform and so on)    any text that is an id (hidden.ts), in headers and bodies alike

import { hiddenIn } from './hidden.ts';

/** "Display order to the agent; when given must be greater than zero": an Integer, as far as any service counts. */
export const MAX_DISPLAY_ORDER = 2_147_483_647;

export function isDisplayOrder(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= MAX_DISPLAY_ORDER;
}

/** "any key containing `phone` (case-insensitive)". */
export function isPhoneKey(key: string): boolean {
  return /phone/iu.test(key);
}

/** What people call somebody in data: `Name`, `First Name`, `lastname`. */
export function isNameKey(key: string): boolean {
  return /name$/iu.test(key.trim());
}

export function isE164(value: string): boolean {
  return /^\+[1-9]\d{1,14}$/u.test(value);
}

/** "any key ending exactly `_link`", or `_button`. */
export function isUrlKey(key: string): boolean {
  return /_(?:link|button)$/u.test(key);
}

export function isUrl(value: string): boolean {
  return !/[\s\p{Cc}]/u.test(value) && URL.canParse(value);
}

/**
 * The specially named key that this one nearly is, and that the service takes for any other: its letters in another case, with blanks,
 * hyphens or underscores, or an ending that is not exactly `_link` or `_button`. Null for what is one, and for what looks like none.
 */
export function specialKeyMeant(key: string): string | null {
  const bare = key.replaceAll(/[\s_-]/gu, '').toLowerCase();
  const named = SPECIAL_KEYS.find((special) => special.toLowerCase() === bare);
  if (named !== undefined) return named === key ? null : named;
  const [, before, ending] = /^(.+?)[\s_-](links?|buttons?)$/iu.exec(key) ?? [];
  if (isUrlKey(key) || before === undefined || ending === undefined) return null;
  return `${before}_${ending.toLowerCase().replace(/s$/u, '')}`;
}

const SPECIAL_KEYS = ['Name', 'Highlight', 'Hidden', 'SkillQueue', 'ItemTimeZone'] as const;

/** `HTTPS://crm.example.com` -> `https`; null for what is no URL. */
export function schemeOf(value: string): string | null {
  return isUrl(value) ? new URL(value).protocol.slice(0, -1) : null;
}

/** As `pattern` in schemas/desired.schema.json, so that editors, files, programs and the sandbox meet the same rule. */
export const EMAIL_PATTERN = String.raw`^(?:"[^"\p{Cc}\p{Cf}]+"|[^\s@"\p{Cc}\p{Cf}]+)@[^\s@"\p{Cc}\p{Cf}]+$`;

const EMAIL = new RegExp(EMAIL_PATTERN, 'u');

export function isEmailAddress(value: string): boolean {
  return EMAIL.test(value);
}

/** platform, companyCode, environment: "String" in both documents, in the body and in a header. */
export function isTenantText(value: string): boolean {
  return value !== '' && hiddenIn(value) === null;
}

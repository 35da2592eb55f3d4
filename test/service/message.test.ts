// What may be repeated of the service's own words.

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { safeMessage } from '../../src/service/message.ts';

describe('a message of the service', () => {
  it('is repeated in one printable line', () => {
    expect(safeMessage('Template\n\u001b[31m Agents-EU \u202e unknown', [])).toBe('Template [31m Agents-EU   unknown');
  });

  it('is cut when it is long', () => {
    expect(safeMessage('x'.repeat(5000), [])).toHaveLength(200);
  });

  it.each([
    ['a value that was sent', 'First name Ana is refused', ['Ana']],
    ['a value in other letters', 'NAME RUIZ IS REFUSED', ['Ruiz']],
    ['one word of a value', 'customer Lopez unknown', ['Maria Lopez']],
    ['a full-width form of a value', 'name Ａna refused', ['Ana']],
    ['an e-mail address', 'mail somebody@example.com refused', []],
    ['a phone number', 'number +34 911 234 567 refused', []],
  ])('is dropped when it shows %s', (_name, text, values) => {
    expect(safeMessage(text, values)).toBeNull();
  });

  it('is dropped when nothing printable is left', () => {
    expect(safeMessage(' \u0000\n', [])).toBeNull();
  });

  it('never holds a private value', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
        const shown = safeMessage(`${before}${secret}${after}`, [secret]);
        expect(shown === null || !shown.includes(secret)).toBe(true);
      }),
    );
  });
});

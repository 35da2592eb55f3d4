// What may be repeated of the service's own words.

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { safeMessage } from '../../src/core/service/message.ts';

const shown = (text: string, ...values: string[]): string | null => safeMessage(text, { values });

describe('a reason of the service', () => {
  it('is repeated in one line, with an escape for each hidden character', () => {
    expect(shown('Template\n\u001b[31m Agents-EU \u202e unknown')).toBe(
      String.raw`Template \u001b[31m Agents-EU \u202e unknown`,
    );
  });

  it('is cut when it is long, after masking: no half of a value is left', () => {
    expect(shown('x'.repeat(5000))).toHaveLength(300);
    const text = `${'x'.repeat(295)} Wolpertinger`;
    expect(shown(text, 'Wolpertinger')).toBe(`${'x'.repeat(295)} ***`);
    const long = shown(`${'x'.repeat(290)} Wolpertinger of the long name`, 'Wolpertinger');
    expect(long).toMatch(/x \*\*\* of t…$/u);
  });

  it.each([
    ['a value that was sent', 'First name Ana is refused', ['Ana'], 'First name *** is refused'],
    ['a value in other letters', 'NAME RUIZ IS REFUSED', ['Ruiz'], 'NAME *** IS REFUSED'],
    ['a value within a word', 'customerRuiz2 unknown', ['Ruiz'], 'customer***2 unknown'],
    ['a word of a value', 'customer Lopez unknown', ['Maria Lopez'], 'customer *** unknown'],
    ['two words of a value, turned round', 'Lopez, Maria', ['Maria Lopez'], '***, ***'],
    ['a full-width form of a value', 'name Ａna refused', ['Ana'], 'name *** refused'],
    ['a number written in another way', 'number +34 911 234 567 refused', ['+34911234567'], 'number *** refused'],
    ['a number without its country code', 'number 0911 234 567 refused', ['+34911234567'], 'number *** refused'],
    ['a number that was not sent', 'number +34 911 234 567 refused', [], 'number *** refused'],
    ['an e-mail address that is no id of the request', 'mail a.b@example.com refused', [], 'mail *** refused'],
    ['a value with signs of a pattern', 'value a.b(c is bad', ['a.b(c'], 'value *** is bad'],
  ])('shows a mask in the place of %s', (_name, text, values, expected) => {
    expect(shown(text, ...values)).toBe(expected);
  });

  it.each([
    ['no skill queue "gold" (id 1234567890, 2026-11-22 10:00)', ['+34911234567', 'Ana']],
    ['the task of this campaign was not found', ['not for this campaign', 'a']],
    ['analysis of Banana failed', ['Ana']],
  ])('shows the rest as it is: %s', (text, values) => {
    expect(shown(text, ...values)).toBe(text.replace(' a ', ' *** '));
  });

  it('shows an e-mail address that is an id of the request, and masks the key', () => {
    const words = { values: [], ids: ['Ana@example.com'], key: 'key-7f3a' };
    expect(safeMessage('ana@example.com: bad key key-7f3a.', words)).toBe('ana@example.com: bad key ***.');
  });

  it('is null when nothing is left', () => {
    expect(shown(' \n')).toBeNull();
  });

  it('never holds a private value of four letters or more', () => {
    const value = fc.stringMatching(/^[A-Za-z+@. ]{4,20}$/u).filter((text) => text.trim().length >= 4);
    fc.assert(
      fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
        expect(shown(`${before}${secret}${after}`, secret) ?? '').not.toContain(secret.trim());
      }),
    );
  });
});

describe('the mask, at its borders', () => {
  it('covers a value of three letters as a word alone, one of four anywhere, also with blanks around it', () => {
    expect(shown('Anabel met ana.', ' Ana ')).toBe('Anabel met ***.');
    expect(shown('xanasx', 'anas')).toBe('x***x');
    expect(shown('value', '', '  ')).toBe('value');
  });

  it('covers words of three letters of a value, and none of two', () => {
    expect(shown('de la paz y de la o', 'Maria de la Paz')).toBe('de la *** y de la o');
  });

  it('covers a word of a value that two signs divide', () => {
    expect(shown('ruiz and lopez', 'Ruiz -- Lopez')).toBe('*** and ***');
  });

  it('leaves words of the documents that a longer value holds', () => {
    expect(shown('the agent task was not found', 'Agent of the Task Ruiz')).toBe('the agent task was not found');
  });

  it('covers the longest value first, so that a shorter one leaves no half of it', () => {
    expect(shown('Maria Lopez-Ruiz is locked', 'Maria Lopez', 'Maria Lopez-Ruiz')).toBe('*** is locked');
    expect(shown('Maria Lopez-Ruiz is locked', 'Maria Lopez-Ruiz', 'Maria Lopez')).toBe('*** is locked');
  });

  it.each([
    ['code 123456 is wrong', ['123456'], 'code *** is wrong'],
    ['call 123 456 now', ['123456'], 'call *** now'],
    ['call 123 45 now', ['12345'], 'call 123 45 now'],
    ['call 91 123 456 now', ['91123456'], 'call *** now'],
    ['call 0034 91 123 456 now', ['91123456'], 'call *** now'],
    ['call 123-456-78 now', ['+34 12345678'], 'call *** now'],
    ['call 0-123-456-78 now', ['+34 12345678'], 'call *** now'],
    ['call 12 34 56 78 now', ['+49 99999999'], 'call 12 34 56 78 now'],
    ['call 12 34 56 78 now', ['+49 99999999', '+34 12345678'], 'call *** now'],
    ['count 1234567 of 12345', ['12345'], 'count ***67 of ***'],
    ['at 100 20 300 of it', ['2030012'], 'at 100 20 300 of it'],
  ])('numbers: %s with %o is shown as %s', (text, values, expected) => {
    expect(shown(text, ...values)).toBe(expected);
  });

  it('shows each address that is an id of the request, and no id that is none', () => {
    const ids = ['ana@example.com', 'C-1', 'ben.ruiz@example.com'];
    const text = 'BEN.ruiz@example.com and ana@example.com and eva@example.com, Ruiz in C-1';
    expect(safeMessage(text, { values: ['Ruiz', 'Ana'], ids })).toBe(
      'BEN.ruiz@example.com and ana@example.com and ***, *** in C-1',
    );
    expect(safeMessage('Ruiz|Ana', { values: ['Ruiz'], ids: ['C-1|Ana'] })).toBe('***|Ana');
  });

  it('shows 300 characters whole, and 301 cut to 300', () => {
    expect(shown('x'.repeat(300))).toBe('x'.repeat(300));
    expect(shown('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });

  it('shows line breaks as one blank each time, and none at the ends', () => {
    expect(shown(' \n a\r\n\r\nb\tc \n')).toBe('a b c');
    expect(shown('\u3000a\u3000')).toBe('a');
  });
});

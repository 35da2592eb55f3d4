// How words are set off. Colour only repeats what symbols and words already say, so it may be off at any time.

import { styleText } from 'node:util';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly change: Paint;
  readonly danger: Paint;
  readonly move: Paint;
}

const paint =
  (format: Parameters<typeof styleText>[0]): Paint =>
  (text) =>
    text === '' ? text : styleText(format, text, { validateStream: false });

export const COLORED: Style = {
  bold: paint('bold'),
  dim: paint('dim'),
  good: paint('green'),
  change: paint('yellow'),
  danger: paint('red'),
  move: paint('cyan'),
};

const asIs: Paint = (text) => text;

export const PLAIN: Style = { bold: asIs, dim: asIs, good: asIs, change: asIs, danger: asIs, move: asIs };

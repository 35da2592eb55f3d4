// Text -> Markdown for the generated pages.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

const cell = (text: string): string => plain(text).replaceAll('|', String.raw`\|`);

/** Words in angle brackets outside code would be read as markup. */
export const plain = (text: string): string =>
  text.replaceAll(/(`[^`]*`)|[<>*]/gu, (match, code: string | undefined) => code ?? `\\${match}`);

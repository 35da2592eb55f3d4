// Links and headings of Markdown pages, as a host of Markdown reads them.

/** The anchors that a host makes of the headings: `### With `pulumi up`` is `with-pulumi-up`. */
export function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Relative links and images without those in code, which are examples. */
export function links(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gmsu, '').replaceAll(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => link).filter((link) => !/^\w+:/u.test(link));
}

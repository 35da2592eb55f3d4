// The style of the HTML report: light, dark and print, without an image or a font from elsewhere. Colours differ enough for
// WCAG AA in both schemes; each also has a word, so nothing is said by colour alone.

export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f5f6f8, #1d2129);
  --line: light-dark(#d5d9e0, #343b47);
  --text: light-dark(#1b1f26, #e6e9ee);
  --quiet: light-dark(#545c69, #a5adba);
  --link: light-dark(#0b57b0, #8ab8ff);
  --removal: light-dark(#a4161a, #ff9c97);
  --removal-ground: light-dark(#fdeceb, #3a1d1d);
  --restore: light-dark(#7a4100, #ffbf75);
  --restore-ground: light-dark(#fff1dc, #36270f);
  --repair: light-dark(#5b3a9e, #cbb2ff);
  --repair-ground: light-dark(#f2ecff, #2a2140);
  --addition: light-dark(#0f6135, #7fdca4);
  --addition-ground: light-dark(#e6f6ec, #14301f);
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 72rem; background: var(--ground); color: var(--text);
  overflow-wrap: anywhere; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; }
a { color: var(--link); }
code, .mono { font: .875em/1.5 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; }
.facts { color: var(--quiet); margin: .25rem 0 0; }
.verdict { font-size: 1.15rem; font-weight: 600; margin: 1rem 0 .25rem; padding: .8rem 1rem; border-radius: .5rem;
  background: var(--addition-ground); border-inline-start: .35rem solid var(--addition); }
.verdict.removes { background: var(--restore-ground); border-color: var(--restore); }
.verdict.stops { background: var(--removal-ground); border-color: var(--removal); }
.verdict.quiet { background: var(--raised); border-color: var(--line); }
.verdict > * { margin: 0; font: inherit; }
.verdict > * + p { font-weight: 400; font-size: 1rem; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: .7rem 1rem; margin: .5rem 0; }
.card.stops { border-color: var(--removal); }
.card p { margin: .2rem 0; }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center;
  padding: .6rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
.tools input[type='search'] { flex: 1 1 16rem; padding: .45rem .6rem; font: inherit; color: inherit; background: var(--raised);
  border: 1px solid var(--line); border-radius: .4rem; }
.tools button { font: inherit; font-size: .9rem; padding: .3rem .6rem; color: inherit; background: var(--raised);
  border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.tools button[aria-pressed='true'] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.tools output { color: var(--quiet); font-size: .9rem; }
:focus-visible { outline: .15rem solid var(--link); outline-offset: .1rem; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
/* A long list is laid out as it is scrolled to. */
ul.rows.many { content-visibility: auto; contain-intrinsic-size: auto 405rem; }
ul.rows > li[hidden] { display: none; }
.head { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
.head > * { min-width: 0; }
.head .place { margin-inline-start: auto; color: var(--quiet); }
li.several ul.rows { margin-inline-start: .8rem; }
.verb { font-size: .85rem; font-weight: 600; padding: 0 .45rem; border-radius: .3rem; background: var(--raised); }
.removals .verb { color: var(--removal); background: var(--removal-ground); }
.restores .verb { color: var(--restore); background: var(--restore-ground); }
.repairs .verb { color: var(--repair); background: var(--repair-ground); }
.additions .verb { color: var(--addition); background: var(--addition-ground); }
.note.warning { color: var(--restore); }
.note { color: var(--quiet); margin: .1rem 0 0; font-size: .93rem; }
table { border-collapse: collapse; font-size: .93rem; margin: .3rem 0; }
th, td { text-align: start; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }
/* A short word is not broken where there is room for it. */
th, td { overflow-wrap: break-word; min-width: 4em; }
td code, .card li code { white-space: nowrap; }
/* On a telephone a row of a table is a card: its cells stand below each other. */
@media (max-width: 40rem) {
  table, tbody, tr, td { display: block; }
  thead, td:empty { display: none; }
  tr { padding: .3rem 0; border-bottom: 1px solid var(--line); }
  td code, .card li code { white-space: normal; }
  td, td.number { border: 0; padding: 0; text-align: start; overflow-wrap: anywhere; }
  td[data-name]::before { content: attr(data-name) ': '; color: var(--quiet); }
}
th { font-weight: 600; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.field { margin: .1rem 0 0; font-size: .95rem; }
.field .name { color: var(--quiet); }
del { color: var(--removal); text-decoration-thickness: 1px; }
ins { color: var(--addition); text-decoration: none; }
/* A name that is read from the right turns nothing around it. */
del, ins, code { unicode-bidi: isolate; }
details > summary { cursor: pointer; padding: .3rem 0; }
details.group { scroll-margin-top: 6rem; }
details.group[hidden] { display: none; }
details.group > summary h3 { display: inline; }
ul.outline { padding: 0; margin: .6rem 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; }
.scroll { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .axis { stroke: var(--line); }
svg .trend { stroke: var(--removal); fill: none; stroke-width: 2; }
svg .point { fill: var(--removal); }
svg .gap { fill: none; stroke: var(--quiet); }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  .tools, ul.outline { display: none; }
  /* Where no script runs, too. */
  details::details-content { content-visibility: visible; block-size: auto; }
  ul.rows.many { content-visibility: visible; }
  ul.rows > li { break-inside: avoid; }
}
`;

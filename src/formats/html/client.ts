// What runs in the reader's browser: search, filters, keys and the colour scheme. The functions are printed into the page
// as they stand, so they use nothing but each other; without them the page shows everything.

/** The little of the browser that is used here; the types of the whole browser would be visible to every other room. */
interface PageElement {
  hidden: boolean;
  value: string;
  textContent: string | null;
  readonly dataset: Record<string, string | undefined>;
  readonly tagName: string;
  focus(): void;
  scrollIntoView(options: { block: string }): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  getAttribute(name: string): string | null;
  addEventListener(type: string, act: (event: PageEvent) => void): void;
  closest(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
}
interface PageEvent {
  readonly key: string;
  readonly target: PageElement;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
}
interface Page extends PageElement {
  readonly documentElement: PageElement;
  readonly activeElement: PageElement | null;
}
declare const document: Page;
declare const matchMedia: (query: string) => { readonly matches: boolean };
declare const addEventListener: (type: string, act: () => void) => void;

/** Search words and pressed buttons choose the rows; answers with what chooses them again. */
function listen(): () => void {
  const rows = [...document.querySelectorAll('li.member')].map((element) => ({
    element,
    text: (element.textContent ?? '').toLowerCase(),
    kind: element.dataset['kind'] ?? '',
  }));
  const search = document.querySelector('#search');
  const shown = document.querySelector('#shown');
  const buttons = [...document.querySelectorAll('button[data-kind]')];

  function filter(): void {
    const words = (search?.value ?? '').toLowerCase().split(' ').filter(Boolean);
    const pressed = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true');
    const wanted = new Set(pressed.map((button) => button.dataset['kind'] ?? ''));
    let count = 0;
    for (const { element, text, kind } of rows) {
      const fits = (wanted.size === 0 || wanted.has(kind)) && words.every((word) => text.includes(word));
      if (fits) count += 1;
      if (element.hidden === fits) element.hidden = !fits;
    }
    if (shown !== null) shown.textContent = `${count} of ${rows.length} rows`;
    // A group, or a row of several, in which nothing is found makes way; what a search finds is opened.
    const isAsked = wanted.size > 0 || words.length > 0;
    for (const group of document.querySelectorAll('details.group, li.several')) {
      const hasHit = group.querySelector('li.member:not([hidden])') !== null;
      group.hidden = isAsked && !hasHit;
      const inner = group.tagName === 'LI' && words.length > 0 ? group.querySelector('details') : null;
      if (isAsked && hasHit) (inner ?? group).setAttribute('open', '');
    }
  }
  search?.addEventListener('input', filter);
  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      filter();
    });
  }
  return filter;
}

/** To the next row that is shown, or to the one before. */
function step(by: number): void {
  const all = [...document.querySelectorAll('li.member:not([hidden])')];
  const visible = all.filter((row) => row.closest('details:not([open])') === null);
  const now = document.activeElement?.closest('li.member') ?? null;
  const next = visible[now === null ? 0 : visible.indexOf(now) + by];
  next?.focus();
  next?.scrollIntoView({ block: 'center' });
}

function switchScheme(): void {
  const root = document.documentElement;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = (root.dataset['theme'] ?? (prefersDark ? 'dark' : 'light')) === 'dark';
  root.dataset['theme'] = isDark ? 'light' : 'dark';
}

/** All groups at once: closed, unless all are closed already. */
function fold(): void {
  const groups = [...document.querySelectorAll('details.group')];
  const isAnyOpen = groups.some((group) => group.getAttribute('open') !== null);
  for (const group of groups) {
    if (isAnyOpen) group.removeAttribute('open');
    else group.setAttribute('open', '');
  }
}

/** Keys of the page; inside the search field only Escape is one. */
function listenToKeys(filter: () => void): void {
  const search = document.querySelector('#search');
  const keys: Record<string, () => void> = {
    '/': () => search?.focus(),
    j: () => step(1),
    k: () => step(-1),
    f: fold,
    t: switchScheme,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target === search;
    if (isTyping && event.key === 'Escape' && search !== null) {
      search.value = '';
      filter();
    }
    const act = keys[event.key];
    if (isTyping || act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** Paper shows what the screen folds. */
function unfold(): void {
  for (const each of document.querySelectorAll('details')) each.setAttribute('open', '');
}

function behave(): void {
  const filter = listen();
  listenToKeys(filter);
  document.querySelector('#fold')?.addEventListener('click', fold);
  document.querySelector('#scheme')?.addEventListener('click', switchScheme);
  addEventListener('beforeprint', unfold);
  filter();
}

/** Runs once, when the page has been read. */
export const SCRIPT = `(() => {\n${[listen, step, fold, switchScheme, listenToKeys, unfold, behave].join('\n')}\n${behave.name}();\n})();`;

// A task as its agent sees it (preview campaign interface, "Specially named data keys"): what the special keys do, so that a test can
// say what an agent would see, and what not.

import { isPhoneKey } from '../../core/model/value-rules.ts';
import type { StoredItem, Task } from './task.ts';

export interface AgentView {
  /** The item `Name`; null when there is none. */
  readonly banner: string | null;
  /** In display order, without what has a place of its own or is hidden. */
  readonly details: readonly {
    readonly key: string;
    readonly value: string;
    readonly highlighted: boolean;
    readonly clickToDial: boolean;
  }[];
  /** Each opens a separate window. */
  readonly links: readonly Opener[];
  readonly buttons: readonly Opener[];
}

interface Opener {
  readonly label: string;
  readonly url: string;
}

const NEVER_SHOWN: readonly string[] = ['Highlight', 'Hidden', 'SkillQueue'];

export function agentView({ items }: Pick<Task, 'items'>): AgentView {
  const valueOf = (key: string): string | undefined => items.find((item) => item.key === key)?.value;
  const hidden = new Set([...NEVER_SHOWN, ...listed(valueOf('Hidden'))]);
  const highlight = valueOf('Highlight');
  const highlighted = new Set(listed(highlight));
  const shown = items.filter(({ key }) => !hidden.has(key)).toSorted((a, b) => a.displayOrder - b.displayOrder);
  const details = shown.filter(({ key }) => key !== 'Name' && !key.endsWith('_link') && !key.endsWith('_button'));
  return {
    banner: shown.find(({ key }) => key === 'Name')?.value ?? null,
    details: details.map(({ key, value }) => ({
      key,
      value,
      highlighted: highlight === 'ALL' || highlighted.has(key),
      clickToDial: isPhoneKey(key),
    })),
    links: openers(shown, '_link'),
    buttons: openers(shown, '_button'),
  };
}

function listed(value: string | undefined): readonly string[] {
  return value?.split('|') ?? [];
}

function openers(items: readonly StoredItem[], suffix: '_link' | '_button'): Opener[] {
  return items
    .filter(({ key }) => key.endsWith(suffix))
    .map(({ key, value }) => ({ label: key.slice(0, -suffix.length), url: value }));
}

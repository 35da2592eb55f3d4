// The story of one object -> its document: its events in their order, what is seen now, and what the next plan does with it.

import type { Story } from '../../lookup/story.ts';
import { isRecord } from '../../model/address.ts';
import { iso, type ReportContext } from '../words/head.ts';
import { shownFields } from '../words/redact.ts';
import { whyChange } from '../words/why-change.ts';
import { whyVerdict } from '../words/why-verdict.ts';
import { secondSystem } from '../words/words.ts';
import type { WhyDocument } from './document.ts';
import { eventsOf } from './events.ts';
import { knownFacts, personalValues, reportTask, withoutValues } from './known.ts';
import type { NextFacts, StoryFacts } from './lookup-facts.ts';
import { beginLookup } from './lookup.ts';

export function whyDocument(story: Story, context: ReportContext): WhyDocument {
  const { address, known, commits, writes, next } = story;
  const { showValues = false } = context;
  const values = showValues ? [] : personalValues(known.desired);
  const shown = commits.commits.map((each) => ({
    ...each,
    at: iso(each.at),
    subject: withoutValues(each.subject, values) === each.subject ? each.subject : HIDDEN_SUBJECT,
  }));
  const { presence, tasks } = seenIn(story, showValues);
  return {
    ...beginLookup(story, context, { remarks: writes === null ? [NO_JOURNAL] : [], unread: isUnread(next) }),
    kind: 'why',
    story: {
      address,
      ...knownFacts(known, showValues),
      commit: shown[0] ?? null,
      uncommitted: commits.uncommitted,
      events: eventsOf(story, shown, tasks),
      journal: writes !== null,
      presence,
      next: nextFacts(story, secondSystem(story.target)),
    },
    tasks,
    ...(showValues && { showsValues: true }),
  };
}

const HIDDEN_SUBJECT = '(subject hidden: it holds a personal value)';

const NO_JOURNAL =
  'Recorded state is a Pulumi stack: it keeps the last receipt of each object, not the writes before it (`pulumi stack history` lists the updates).';

function isUnread(next: Story['next']): boolean {
  return next.problem !== null || next.verdict?.class === 'unreadable';
}

type SeenFacts = Pick<StoryFacts, 'presence'> & Pick<WhyDocument, 'tasks'>;

function seenIn({ known: { desired, recorded }, next }: Story, showValues: boolean): SeenFacts {
  const observed = next.problem === null ? next.observed : null;
  if (observed === null) return { presence: null, tasks: [] };
  if (!('tasks' in observed)) {
    const { service, backend, connectUserId, unproven = null } = observed;
    return { presence: { service, backend, connectUserId, unproven }, tasks: [] };
  }
  const record = isRecord(desired) ? desired.campaign : isRecord(recorded) ? recorded : null;
  const { campaignName, clientIdFieldName } = record ?? { campaignName: '', clientIdFieldName: 'Id' };
  const standing = { source: desired?.source ?? null, recorded: recorded !== null && recorded.removedAt === undefined };
  const place = { campaignName, clientIdFieldName, showValues, standing };
  return { presence: null, tasks: observed.tasks.map((task) => reportTask(task, place)) };
}

const NOTHING = { cause: null, code: null, fields: [], writes: [] };

function nextFacts({ known, next }: Story, system: string): NextFacts {
  if (next.problem !== null) {
    const { code, message } = next.problem;
    return { ...NOTHING, answer: 'unknown', code, reason: `There is no plan: ${message}` };
  }
  const { change, verdict } = next;
  if (change !== null) {
    const { action, cause, fields, writes } = change;
    const why = { cause: cause.kind, reason: whyChange(change, system), code: null };
    return { answer: action, ...why, fields: shownFields(fields), writes };
  }
  if (verdict !== null) {
    const { code, fields, reason } = verdict;
    const why = { cause: reason.kind, reason: whyVerdict(verdict, system), code };
    return { answer: verdict.class, ...why, fields: shownFields(fields), writes: [] };
  }
  return { ...NOTHING, answer: 'none', reason: nothingToDo(known) };
}

function nothingToDo({ desired, recorded }: Story['known']): string {
  if (desired !== null) return 'Nothing is left to do for what the file says.';
  if (recorded?.removedAt !== undefined) return 'It was removed and is looked at for some days; nothing is left to do.';
  return recorded === null ? 'It is neither declared nor recorded.' : 'Nothing is left to do.';
}

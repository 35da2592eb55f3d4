// An adoption: the patch as it is, so that it can be copied or piped, then what was left out and why. Values stand in the patch on purpose:
// it goes into the user's own repository. Everything else (reasons, notes) carries none.

import { isUser } from '../../model/address.ts';
import type { Adoption, LeftOut } from '../../reconcile/adoption.ts';
import { begin, NO_REQUESTS, NO_SUMMARY } from '../documents/begin.ts';
import type { AdoptDocument } from '../documents/document.ts';
import type { ReportAdoption, ReportLeftOut } from '../documents/json-report.ts';
import type { ReportContext } from '../words/head.ts';
import { nextCommand, type ReportCommand } from '../words/next.ts';
import { secondSystem, count, counts, duration, heading } from '../words/words.ts';
import { whyLeftOut } from '../words/why-finding.ts';
import { commandOf, commands, sentence, sentences, SUMMARY, type ReportView } from '../view/section.ts';
import { memberOf, placeIn, type MemberDraft } from '../view/member.ts';
import { groupOf } from '../view/rows.ts';

/** `again`: the words of this call, for the command that writes what was shown. */
export function adoptDocument(result: Adoption, context: ReportContext, again: readonly string[]): AdoptDocument {
  const { project, target, coverage, requests, ...rest } = result;
  const adoption = { ...rest, leftOut: rest.leftOut.map((each) => reportLeftOut(each, secondSystem(target))) };
  return {
    ...begin(context, { project, target }),
    kind: 'adopt',
    files: adoption.files.map(({ file }) => file),
    summary: { ...NO_SUMMARY, unreadable: adoption.leftOut.filter(({ why }) => why === 'unreadable').length },
    coverage,
    requests: { ...NO_REQUESTS, observed: requests },
    adoption,
    next: nextAfterAdopt(adoption, context, again),
  };
}

function reportLeftOut(leftOut: LeftOut, system: string): ReportLeftOut {
  const { address, kind, why, source } = leftOut;
  return { address, kind, why, text: whyLeftOut(leftOut, system), source };
}

function nextAfterAdopt(
  { files, written, unfilled }: ReportAdoption,
  { options }: ReportContext,
  again: readonly string[],
): ReportCommand | null {
  if (files.length === 0) return null;
  if (!written) return nextCommand('To write it', [...again, '--write']);
  if (unfilled.length > 0) return nextCommand('Once filled in', ['validate', ...options]);
  return nextCommand('To see what apply would do', ['plan', ...options]);
}

export function adoptView({ adoption, coverage, durationMs, next }: AdoptDocument): ReportView {
  const amount = coverage.asked === 0 ? '' : `${coverage.answered} of ${coverage.asked} `;
  const groups = [...Map.groupBy(adoption.leftOut, ({ address }) => heading(address))];
  return {
    summary: [sentence('verdict', adoption.complete ? 'quiet' : 'changes', takenWords(adoption))],
    aside: `${amount}read in ${duration(durationMs)}`,
    sections: [
      { kind: 'patch', files: adoption.files.map(({ file, diff }) => ({ file, lines: diff })) },
      {
        kind: 'groups',
        groups: groups.flatMap(([title, members]) => groupOf('left-out', `Left out: ${title}`, members.map(drafted))),
      },
      ...sentences(remarks(adoption)),
      SUMMARY,
      ...commands([commandOf(next)]),
    ],
  };
}

function drafted({ address, why, text, source }: ReportLeftOut): MemberDraft {
  const symbol = why === 'declared' || why === 'recorded' ? '=' : '!';
  const member = memberOf(address, { place: placeIn(source), details: [text] });
  return { symbol, verb: why, like: text, common: [text], member };
}

function remarks(adoption: ReportAdoption): string[] {
  const { unfilled, finished, agents, marked } = adoption;
  const worked = adoption.taken.filter(({ note }) => note === 'being-worked').length;
  return [
    completeness(adoption),
    unfilled.length > 0
      ? `To fill in: ${count(unfilled.length, 'user')} without names or template, which the service does not show; validation refuses them until then.`
      : '',
    worked > 0 ? `Being worked: ${count(worked, 'customer')}; apply leaves them alone.` : '',
    finished > 0 ? `Finished: ${count(finished, 'customer')}; nothing to take over.` : '',
    marked > 0
      ? `Markers: apply would write the hidden marker onto ${count(marked, 'customer')}, because the campaign is declared with marker: true.`
      : '',
    agents.length > 0
      ? `Pinned to people who are not declared: ${agents.join(', ')}. Take them over too: muster adopt users --ids ${agents.join(',')} --into FILE`
      : '',
  ];
}

function completeness({ what, complete, how }: ReportAdoption): string {
  if (complete) return `Complete: ${how}.`;
  if (what !== 'campaign')
    return 'Not complete: something could not be read. Run it again; nothing was concluded about it.';
  return `Not complete: ${how}. Narrow it with --where or --client-ids-file, or accept a part with --partial.`;
}

function takenWords({ taken, what, files, written }: ReportAdoption): string {
  const users = taken.filter(isUser).length;
  const records = taken.length - users;
  const amount = counts([
    [users, 'user'],
    [records, 'customer'],
  ]);
  if (taken.length === 0) return 'Nothing to take over. No file was changed, nothing was sent to the service.';
  const verb = what === 'drift' ? 'Live values of' : 'Taken over:';
  const where = files.map(({ file }) => file).join(', ');
  const fate = written ? `written to ${where}` : `for ${where}; no file was changed`;
  return `${verb} ${amount}, ${fate}. Nothing was sent that changes the service.`;
}

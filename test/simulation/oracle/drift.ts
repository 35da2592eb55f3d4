// D1: drift says missing, or gone, of nothing that is there. D2: it says something of what others took away or changed. D3: it calls nothing
// extra that is not there.

import { endOf, isOpenTask, isTouched, isWritten, isYoung } from './evidence.ts';
import type { Evidence, Violation } from './evidence.ts';
import type { PlayedRun } from '../life.ts';
import type { Task } from '../../../src/sandbox/world/task.ts';

export function judgeDrift(evidence: Evidence): Violation[] {
  return evidence.life.runs.flatMap((run) => {
    if (run.end.kind === 'killed' || run.end.drift === null) return [];
    const found = [...wronglyGone(run, evidence), ...unsaid(run, evidence)];
    return found.map(({ rule, text }) => ({ rule, at: endOf(run, evidence), text, isRace: false }));
  });
}

type Finding = NonNullable<Extract<PlayedRun['end'], { kind: 'ended' }>['drift']>['findings'][number];
type Said = { readonly rule: string; readonly text: string };

/** What its sentence says: `service`, `backing`: nobody is on that side. `task`: no task is at that place. */
function saidGone({ class: kind, cause }: Finding): 'service' | 'backing' | 'task' | null {
  if (cause.kind === 'removed') return 'service';
  if (cause.kind === 'backend-removed') return 'backing';
  if (cause.kind === 'gone-unasked') return 'task';
  if (cause.kind !== 'said') return null;
  const { reason } = cause.verdict;
  if (kind === 'missing') return reason.kind === 'gone-unclear' || reason.kind === 'moved-elsewhere' ? 'task' : null;
  return kind === 'consumed' && reason.kind === 'consumed' && reason.how === 'gone' ? 'task' : null;
}

function isShown(id: number, { run }: PlayedRun, { requests }: Evidence): boolean {
  const isIt = (answer: unknown): boolean => JSON.stringify(answer ?? null).includes(`"R-${id}"`);
  return [...requests.values()].some((each) => each.run === run && isIt(each.answer));
}

function wronglyGone(run: PlayedRun, evidence: Evidence): Said[] {
  const { end, before, after } = run;
  const findings = end.kind === 'ended' ? (end.drift?.findings ?? []) : [];
  return findings.flatMap((finding) => {
    const [, of, name = ''] = /^(user|record):(.*)$/u.exec(String(finding.address)) ?? [];
    const short = name.split('/').at(-1) ?? '';
    const gone = saidGone(finding);
    const [was, is] = [before.people.get(name), after.people.get(name)];
    // Used up is ours: what others put in its place is another task.
    // Used up and seen gone is settled (docs: it costs no request any more): who put it back meanwhile is not asked for.
    const isMeant = (id: number): boolean =>
      finding.class !== 'consumed' ||
      (isWritten(id, evidence) && isShown(id, run, evidence) && !wasAway(id, name, evidence));
    const stays = of === 'record' && tasksAt(before, name).some(({ id }) => after.tasks.has(id) && isMeant(id));
    const isThere = {
      service: was?.inService === true && is?.inService === true,
      backing: was !== undefined && was.connectUserId !== null && is?.connectUserId === was.connectUserId,
      task: of === 'user' ? was?.inService === true && is?.inService === true : stays,
    };
    const isExtra = finding.class === 'extra' && finding.cause.kind !== 'said';
    const isNowhere =
      of === 'user'
        ? was?.inService !== true && is?.inService !== true && (is?.connectUserId ?? null) === null
        : tasksAt(before, name).length === 0 && tasksAt(after, name).length === 0;
    if (isTouched(run, evidence, short) || isYoung(run, evidence, short)) return [];
    if (gone !== null && isThere[gone])
      return [{ rule: 'D1', text: `drift says ${finding.class} of ${finding.address}, which is there` }];
    if (isExtra && isNowhere)
      return [{ rule: 'D3', text: `drift says extra of ${finding.address}, which is not there` }];
    return [];
  });
}

/** Taken away by others, looked for by an apply, and put back by them. */
function wasAway(id: number, name: string, { changes, life }: Evidence): boolean {
  const isAt = (task: Task | null): boolean => task !== null && `${task.campaignName}/${task.clientId}` === name;
  const own = changes.filter((each) => each.id === id);
  const left = own.find(({ before, after, request }) => request === null && isAt(before) && !isAt(after));
  const back = own.find(
    ({ index, request, after }) => request === null && index > (left?.index ?? Infinity) && isAt(after),
  );
  if (left === undefined || back === undefined) return false;
  return life.runs.some(({ verb, from, to }) => verb === 'apply' && from > left.index && to <= back.index);
}

function tasksAt({ tasks }: PlayedRun['after'], name: string): Task[] {
  return [...tasks.values()].filter(({ campaignName, clientId }) => `${campaignName}/${clientId}` === name);
}

/** Applied as it is declared now by the last run that applied, and then taken away or changed by others. */
function unsaid(run: PlayedRun, evidence: Evidence): Said[] {
  const last = evidence.life.runs.findLast((each) => each.verb === 'apply' && each.run < run.run);
  // One that was stopped, of one partition of two, says nothing of the rest.
  if (
    run.end.kind !== 'ended' ||
    run.end.error !== null ||
    run.end.drift === null ||
    last?.end.kind !== 'ended' ||
    last.end.exit !== 0
  )
    return [];
  const said = new Set(run.end.drift.findings.map(({ address }) => String(address)));
  const isQuiet = (name: string): boolean => !isTouched(run, evidence, name) && !isYoung(run, evidence, name);
  const people = run.files.users.flatMap(({ loginUserId: login, ensure }): Said[] => {
    const wasThere = last.after.people.get(login)?.inService === true;
    const isGone = run.before.people.get(login)?.inService !== true && run.after.people.get(login)?.inService !== true;
    if (ensure === 'absent' || !wasThere || !isGone || said.has(`user:${login}`) || !isQuiet(login)) return [];
    return [{ rule: 'D2', text: `${login} was taken away by others, and drift says nothing` }];
  });
  const records = run.files.campaigns.flatMap(({ campaignName, records: lines }) =>
    lines.flatMap(({ clientId, ensure = 'present', data }): Said[] => {
      const name = `${campaignName}/${clientId}`;
      const [was, two] = tasksAt(last.after, name);
      if (ensure !== 'present' || was === undefined || two !== undefined || !isOpenTask(was)) return [];
      if (said.has(`record:${name}`) || !isQuiet(clientId)) return [];
      const now = tasksAt(run.after, name);
      if (now.length === 0) return [{ rule: 'D2', text: `record ${name} is gone, and drift says nothing` }];
      const [task] = now;
      const wrong = Object.entries(data).filter(
        ([key, value]) => task?.items.find((item) => item.key === key)?.value !== value,
      );
      return now.length === 1 && task?.state === 'NOTWORKED' && wrong.length > 0
        ? [
            {
              rule: 'D2',
              text: `record ${name}: ${wrong.map(([key]) => key).join(', ')} differs, and drift says nothing`,
            },
          ]
        : [];
    }),
  );
  return [...people, ...records];
}

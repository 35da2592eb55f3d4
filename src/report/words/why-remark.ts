// What a reader must know about a drift run, in words.

import { point } from '../../model/open-points.ts';
import type { DriftRemark } from '../../reconcile/finding.ts';

const HISTORY = {
  'history-absent': 'There is no history of earlier runs: sightings start with this run.',
  'history-damaged': 'The history of earlier runs is damaged: sightings start anew with this run.',
  'history-unreadable': 'The history of earlier runs cannot be read: sightings start with this run.',
  'history-unwritten': 'The history of this run could not be written: the next one will not know of it.',
} as const;

export function remarkText(remark: DriftRemark): string {
  switch (remark.kind) {
    case 'profile-changed': {
      const { id, before, after } = remark.answer;
      const use = remark.isReliedOn ? 'This plan relies on it' : 'Plans may rely on it';
      const change = `${id} (${point(id).question}) was ${before} and is ${after} now`;
      return `The service profile changed since the last complete run: ${change} [profile-changed]. ${use}: look at the next plan before applying it.`;
    }
    case 'passing': {
      const words = remark.findings === 1 ? '1 finding was' : `${remark.findings} findings were`;
      return `${words} different or gone at the second reading: a passing state, not reported.`;
    }
    case 'clock-behind': {
      const [earlier, later] = [remark.now, remark.recordedAt].map((time) => new Date(time).toISOString());
      const why = 'one of the two clocks was wrong, so ignore rules are judged by the later time';
      return `The clock says ${earlier}, and something was recorded at ${later}: ${why}.`;
    }
    case 'state-unlocked':
      return `Recorded state: ${remark.reason ?? 'there is none, so no finding is compared with it'}.`;
    default:
      return HISTORY[remark.kind];
  }
}

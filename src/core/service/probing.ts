// Requests as doctor needs them: searches whose answer is shown as it came, with several criteria. Read-only.

import type { Outcome } from '../model/outcome.ts';
import type { ObservedTask } from '../model/record.ts';
import type { Line } from './call.ts';
import { done } from './outcome.ts';
import { alienToEnvelope, envelopeOf } from './records.ts';
import type { CampaignPlace, ServiceClient, ServiceReader } from './service.ts';
import { perform } from './turn.ts';
import { decodePreviewAnswer, decodeTasks, saysNoRecord } from './wire.ts';

/** What may be put beside the envelope of a search. */
export interface RawSearch extends CampaignPlace {
  readonly clientId?: string;
  readonly maxRecords?: number;
  readonly previewRecordData?: readonly {
    readonly key: string;
    readonly value: string;
    readonly condition: string;
  }[];
}

/** An answer about the envelope that was asked, not yet judged. */
export interface RawAnswer {
  readonly http: 200 | 404;
  readonly status: string | null;
  readonly error: string | null;
  /** The literal NORECORDFOUND, wherever it stands. */
  readonly saysNone: boolean;
  /** Null when there is no list of tasks, or it does not fit the document. */
  readonly tasks: readonly ObservedTask[] | null;
}

export interface ProbingReader extends ServiceReader {
  searchRaw(search: RawSearch): Promise<Outcome<RawAnswer>>;
}

export type ProbingClient = ProbingReader & Pick<ServiceClient, 'traffic' | 'skewMs' | 'now' | 'close'>;

/** The raw read over one line. */
export function probing(line: Line): Pick<ProbingReader, 'searchRaw'> {
  const { target } = line;
  return {
    searchRaw(search) {
      const body = { ...envelopeOf(target, search), ...search };
      return perform(line, {
        operation: 'searchPreviewCampaign',
        body,
        interpret: (json, status) => alienToEnvelope(body, json) ?? readRaw(json, status),
      });
    },
  };
}

function readRaw(json: unknown, http: 200 | 404): Outcome<RawAnswer> | null {
  const answer = decodePreviewAnswer(json);
  const saysNone = saysNoRecord(json);
  if (answer === null && !saysNone) return null;
  return done({
    http,
    status: answer?.previewResult.previewResultStatus ?? null,
    error: answer?.previewResult.error ?? null,
    saysNone,
    tasks: answer === null ? null : decodeTasks(answer.previewRecordClientData),
  });
}

// The receipt of one record as it is written into a stack: what the resource says anyway, and what can be computed, is left out.
// About 100 bytes a record once compressed; each digest takes 11 characters of it.

import { recordAddress } from '../src/core/model/address.ts';
import type { Identity } from '../src/core/model/identity.ts';
import type { RecordedRecord } from '../src/core/model/record.ts';
import type { Region } from '../src/core/model/region.ts';
import { markerOf, markerStart } from '../src/core/engine/parts.ts';
import { damaged } from './declaration.ts';

export interface WritePacking {
  /** What is written speaks of this. */
  readonly identity: Identity;
  /** Campaign of the resource; null for a user. */
  readonly campaignName: string | null;
}

interface ReceiptPacking extends Pick<WritePacking, 'campaignName'> {
  /** Name in our markers. */
  readonly stack: string;
  /** Lists of field paths, joined by a line break; grows while receipts are packed. */
  readonly fields: string[];
}

/** Short names, because each stands once a record. */
interface PackedReceipt {
  /** clientId */
  readonly i: string;
  /** campaignName, where it is not that of the resource */
  readonly c?: string;
  /** clientIdFieldName, where it is not `Id` */
  readonly k?: string;
  /** region, where the campaign has one of its own */
  readonly e?: Region;
  /** adopted */
  readonly a?: 1;
  /** previewRecordId */
  readonly n?: string;
  /** Marker, where it is not the one that is computed: 0 for none, 1 for one that names no campaign. */
  readonly m?: string | 0 | 1;
  /** Index of its list of field paths, and the digests in that order. */
  readonly f: number;
  readonly d: string;
  readonly u?: RecordedRecord['consumed'];
  readonly r?: string;
  /** usedReasons */
  readonly x?: string;
  readonly w?: RecordedRecord['worked'];
  /** preferredAgent */
  readonly g?: string;
  /** recordedAt */
  readonly t: number;
  readonly s?: RecordedRecord['shown'];
  /** contested */
  readonly o?: true;
}

export function packReceipt(receipt: RecordedRecord, { stack, campaignName, fields }: ReceiptPacking): PackedReceipt {
  const {
    clientId,
    provenance,
    previewRecordId,
    consumed,
    reissue,
    usedReasons,
    worked,
    preferredAgent,
    shown,
    contested,
  } = receipt;
  const paths = Object.keys(receipt.digests).toSorted();
  const isFresh = worked.state === 'NOTWORKED' && worked.attempts === 0 && worked.lastAttemptTime === undefined;
  return {
    i: clientId,
    ...(receipt.campaignName !== campaignName && { c: receipt.campaignName }),
    ...(receipt.clientIdFieldName !== 'Id' && { k: receipt.clientIdFieldName }),
    ...(receipt.region && { e: receipt.region }),
    ...(provenance === 'adopted' && { a: 1 as const }),
    ...(previewRecordId !== '' && { n: previewRecordId }),
    ...packMarker(receipt, stack),
    f: indexIn(fields, paths.join('\n')),
    d: packDigests(paths.map((path) => receipt.digests[path] ?? '')),
    ...(consumed && { u: consumed }),
    ...(reissue !== '' && { r: reissue }),
    ...(usedReasons && { x: packDigests(usedReasons) }),
    ...(!isFresh && { w: worked }),
    ...(preferredAgent !== null && { g: preferredAgent }),
    t: receipt.recordedAt,
    ...(shown && { s: shown }),
    ...(contested && { o: contested }),
  };
}

export function unpackReceipt(value: unknown, { stack, campaignName, fields }: ReceiptPacking): RecordedRecord {
  if (!isPacked(value)) throw damaged();
  const {
    i: clientId,
    c = campaignName ?? '',
    k = 'Id',
    e,
    a,
    n = '',
    m,
    f,
    d,
    u = null,
    r = '',
    x,
    w,
    g = null,
    t,
    s,
    o,
  } = value;
  const provenance = a === 1 ? 'adopted' : 'created';
  const paths = (fields[f] ?? '').split('\n').filter((path) => path !== '');
  const texts = unpackDigests(d);
  return {
    kind: 'record',
    address: recordAddress(c, clientId),
    campaignName: c,
    clientId,
    clientIdFieldName: k,
    ...(e && { region: e }),
    provenance,
    previewRecordId: n,
    marker: unpackMarker(m, { stack, campaignName: c, clientId, provenance }),
    digests: Object.fromEntries(paths.map((path, at) => [path, texts[at] ?? ''])),
    consumed: u,
    reissue: r,
    ...(x !== undefined && { usedReasons: unpackDigests(x) }),
    worked: w ?? { state: 'NOTWORKED', attempts: 0 },
    preferredAgent: g,
    recordedAt: t,
    ...(s && { shown: s }),
    ...(o && { contested: o }),
  };
}

function packDigests(digests: readonly string[]): string {
  return digests.map((each) => Buffer.from(each, 'hex').toString('base64url')).join(' ');
}

function unpackDigests(text: string): string[] {
  return text.split(' ').map((each) => Buffer.from(each, 'base64url').toString('hex'));
}

interface MarkerFacts extends Pick<RecordedRecord, 'campaignName' | 'clientId' | 'provenance'> {
  readonly stack: string;
}

function packMarker(receipt: RecordedRecord, stack: string): Pick<PackedReceipt, 'm'> {
  const { marker, clientId, provenance } = receipt;
  if (marker === null) return { m: 0 };
  if (marker === markerOf(stack, receipt, provenance)) return {};
  return { m: marker === markerStart(stack, clientId, provenance) ? 1 : marker };
}

function unpackMarker(packed: PackedReceipt['m'], { stack, provenance, ...record }: MarkerFacts): string | null {
  if (packed === undefined) return markerOf(stack, record, provenance);
  if (packed === 1) return markerStart(stack, record.clientId, provenance);
  return packed === 0 ? null : packed;
}

function indexIn(lists: string[], list: string): number {
  const known = lists.indexOf(list);
  return known >= 0 ? known : lists.push(list) - 1;
}

function isPacked(value: unknown): value is PackedReceipt {
  return typeof value === 'object' && value !== null && 'i' in value && 'd' in value && 't' in value;
}

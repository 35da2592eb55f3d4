// Values on Pulumi's wire: google.protobuf.Struct, with a mapping for each secret and a word for each value that is not known yet.

import provider from '@pulumi/pulumi/proto/provider_pb.js';

import { UNKNOWN } from '../../../providers/check.ts';
import type { CheckedInputs } from '../../../providers/check.ts';
import type { Properties } from '../../../providers/declaration.ts';
import { isMapping } from '../../../providers/check.ts';
import { sealed } from '../../../providers/native-form.ts';
import { SECRET } from '../../../providers/stack-export.ts';
import { struct } from './sdk.ts';
import type { Struct } from './sdk.ts';

/** What Pulumi says for a boolean, number, list or mapping that is not known yet; UNKNOWN is that of a text. */
const OTHER_UNKNOWN: readonly unknown[] = [
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
];

/** Secrets in clear text, and the keys of every mapping in one order: the wire has none. */
export function fromWire(wire: Struct | undefined): Properties {
  const value = revealed(wire?.toJavaScript() ?? {});
  return isMapping(value) ? value : {};
}

/** What is personal as a secret. */
export function toWire(properties: Properties): Struct {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined && value !== null);
  return struct.Struct.fromJavaScript(sealed(Object.fromEntries(given), secret));
}

export function checked(inputs: Properties, failures: CheckedInputs<Properties>['failures']) {
  const list = failures.map(({ property, reason }) =>
    new provider.CheckFailure().setProperty(property).setReason(reason),
  );
  return new provider.CheckResponse().setInputs(toWire(inputs)).setFailuresList(list);
}

/** Not of what is unknown yet: it says nothing, and an update plan takes any value for it. */
function secret(value: unknown): unknown {
  return value === UNKNOWN ? value : { [SECRET[0]]: SECRET[1], value };
}

function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (!isMapping(value)) return OTHER_UNKNOWN.includes(value) ? UNKNOWN : value;
  if (value[SECRET[0]] === SECRET[1]) return revealed(value['value']);
  const parts = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(parts.map(([key, part]) => [key, revealed(part)]));
}

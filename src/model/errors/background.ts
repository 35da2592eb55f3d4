// Why a guard stops and what a finding means, with an example: printed by `explain` and in docs/errors.md, never in a run.

import type { ErrorCode } from '../errors.ts';

export const BACKGROUND: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-deletes':
    'The number is absolute and counts from the first delete; the percentage only adds to it once 20 objects of a kind are recorded. The number to type is exact, so a plan that grew since you read it stops again.',
  'key-refused':
    'The documents let 401 mean a wrong URL as well as a bad key. So after one refetch of the key the cheapest read of the other service is sent once, with the same key and headers. It answers: the key is good, and the URL of the first service is wrong (`wrong-url`). It refuses, too: the key, the X-sc headers or the host are wrong.',
  'wrong-url':
    'Said for a 404, for a redirect, and for a 401 while the other service accepts the same key and headers. Example: `adminPrefix: administration` where the environment has `admin`.',
  'profile-changed':
    'Plans name the answers they relied on. When one of them changes, an earlier review was about another service: look at the next plan before applying it. The old answer stays in the profile until it is written anew.',
  'probe-leftover':
    'A write probe puts the clientId of each record into `.muster/probe/<target>.sqlite` before it is sent, and removes it at the end. What a killed probe left has no phone number and cannot be delivered for a week.',
  'bad-profile':
    'The file is written by `muster doctor --probe --write` and only read otherwise. A conflict of two branches is solved by writing it anew.',
  'probe-campaign':
    'A write probe adds, updates, moves and deletes records. It is let loose only on a campaign that this project neither declares records in nor answers for any.',
  'guard-same-object':
    'Example: `Ana@example.com` becomes `ana@example.com`. The service would get an add and a delete for one person, and the order decides whether that person keeps access.',
};

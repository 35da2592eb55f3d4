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
  'offboard-blocked':
    'A task pinned to a person who is gone waits for nobody: the pin lapses 30 minutes after the task is deliverable, and until then no agent gets it. So the records come first and delete-user last, and between the two the campaigns are searched once more: any open task still pinned stops the removal. A task that carries neither our marker nor a record of ours is never written; where it is kept, somebody else decides. There is no call that lists campaigns, so pins can only be found in those declared, recorded, or named under policy.offboard.campaigns.',
  'agent-not-in-backend':
    'With policy.agents: service-and-backend everybody a record is pinned to must be seen in the backing instance too, because that is where an agent logs in. A person whom the plan creates there (createInBackend: true) is fine. A backing side that the service does not show is no finding; the plan says so as agent-not-observable.',
  'time-in-past':
    'Example: 2025-12-01 in a list for December 2026, or an offset that was forgotten. The task is stored and is deliverable at once; nothing tells such a record from one that was meant to go out now.',
  'pin-lapses-early':
    'A preference is cleared when 30 minutes have passed since the task became deliverable. Whether a pin set later starts that half hour anew is not shown in the interface document, so a pin on a record that is deliverable for longer may be gone at once.',
  'pins-crowded':
    'Each pinned record waits for its agent for 30 minutes only. An agent who talks ten minutes a call works three of them; the others go to the next best skilled agent.',
  'id-field-differs':
    'The service stores clientId in the data under clientIdFieldName; an intake file stores its id under the header of its first column. If the two names differ, a task of the file and a task of ours with the same id cannot be recognised as twins by their data. The check looks at one task of the campaign that is not ours; our own say nothing about the files.',
};

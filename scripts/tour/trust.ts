// Chapters about trusting a plan: how sure each word of it is, what it assumes, who approves which part, what it costs.

import { ANA, applied, happens, SUMMER, TEAM } from './chapter.ts';
import type { Chapter } from './chapter.ts';

const JOINER = `  - { loginUserId: mia.keller@example.com, firstName: Mia, lastName: Keller, userTemplateName: Agents }\n`;
const LENA = `
      - clientId: C-1003
        data: { Name: Lena Fischer, phone: '+49301234567' }
`;

export const TRUST_CHAPTERS: readonly Chapter[] = [
  {
    id: 'N2',
    title: 'One resource, a plan per record',
    text: 'With `manage: set` a campaign is one Pulumi resource per shard, so that 50,000 records are not 50,000 resources. The plan still names each record, and each has a receipt of its own.',
    pulumi: true,
    play: async (stage) => {
      const pulumi = { hide: /^ ~ {2}pulumi.*|^ {4}pulumi|^View |^Please choose/u, lines: 40 };
      stage.edit(SUMMER, 'campaignName: Summer Renewals\n', 'campaignName: Summer Renewals\n    manage: set\n');
      await stage.call(['pulumi', 'stack', 'init', 'sandbox'], { silent: true });
      await stage.call(['pulumi', 'up', '--yes', '--skip-preview', '--suppress-progress'], { silent: true });
      stage.edit(SUMMER, 'Jan de Vries', 'Johannes de Vries');
      await stage.call(['pulumi', 'preview', '--suppress-progress'], pulumi);
    },
  },
  {
    id: 'N11',
    title: 'Verified, assumed, unverifiable: per field',
    text: 'Of a user the service shows only the presence, of a record everything but its time zone. So the report does not say "clean"; it says for each property whether it was read back.',
    play: async (stage) => {
      await applied(stage);
      await stage.call(['muster', 'drift', '--verbose']);
    },
  },
  {
    id: 'N13',
    title: 'One part of a plan can be applied alone',
    text: 'A plan has a fingerprint as a whole and one for each part. Here a user joins while a removal is still being discussed: the create is approved and applied, the removal is left as it is.',
    play: async (stage) => {
      await applied(stage);
      stage.edit(SUMMER, LENA, '');
      stage.edit(TEAM, 'users:\n', `users:\n${JOINER}`);
      const plan = await stage.report(['muster', 'plan']);
      const additions = plan.approval?.fingerprint.additions?.slice(0, 16) ?? '';
      await stage.call(['muster', 'apply', '--fingerprint', additions, '--quiet']);
      await stage.call(['muster', 'apply', '--fingerprint', plan.approval?.fingerprint.whole.slice(0, 16) ?? ''], {
        exit: 13,
      });
    },
  },
  {
    id: 'N14',
    title: 'Two sightings confirm an alarm',
    text: 'A user who is gone is suspected at first and confirmed by a second complete reading some time later. The age of a finding is kept from run to run.',
    play: async (stage) => {
      await applied(stage);
      await happens(stage, 'remove-user', ANA);
      await stage.call(['muster', 'drift', '--detailed-exitcode'], { exit: 11 });
      await stage.call(['muster', 'drift', '--detailed-exitcode', '--confirm-after', '1s'], { exit: 11 });
    },
  },
  {
    id: 'N17',
    title: 'The service profile: what the documents leave open, measured',
    text: 'The interface documents leave questions open. `muster doctor --probe` measures, by reading only, those by whose answer muster does or says something else, and keeps the answers in Git. A plan says how many assumptions are left; `--verbose` lists them.',
    play: async (stage) => {
      await applied(stage);
      await stage.call(['muster', 'doctor', '--probe', '--write'], { lines: 60 });
      await stage.call(['cat', 'profiles/sandbox.json'], { lines: 16 });
      stage.edit(SUMMER, 'Jan de Vries', 'Johannes de Vries');
      await stage.call(['muster', 'plan', '--verbose']);
    },
  },
  {
    id: 'N18',
    title: 'What a plan costs, before it is applied',
    text: 'The number of requests is exact apart from retries, because every operation has a fixed number of them. A limit stops a run before it sends more.',
    play: async (stage) => {
      await stage.call(['muster', 'plan']);
      await stage.call(['muster', 'apply', '--auto-approve', '--max-requests', '10', '--quiet'], { exit: 14 });
      await stage.call(['muster', 'sandbox', 'counters', '--reset'], { silent: true });
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet']);
      await stage.call(['muster', 'sandbox', 'counters']);
    },
  },
  {
    id: 'N19',
    title: 'Long runs survive a key rotation, and a wrong URL is not a bad key',
    text: 'The first write is refused with 401, as after a rotation in the middle of a run: the key is fetched once more (the second `GetSecretValue`), and only the refused request is sent again. By both interface documents 401 also means a wrong URL, so muster asks the other service before it says which of the two it is.',
    play: async (stage) => {
      await applied(stage);
      await happens(stage, 'fault', 'unauthorized', '--operation', 'addOrUpdateCampaignRecord');
      stage.edit(SUMMER, 'Jan de Vries', 'Johannes de Vries');
      await stage.call(['muster', 'sandbox', 'counters', '--reset'], { silent: true });
      await stage.call(['muster', 'apply', '--auto-approve', '--quiet']);
      await stage.call(['muster', 'sandbox', 'counters']);
      await stage.call(['muster', 'doctor']);
    },
  },
];

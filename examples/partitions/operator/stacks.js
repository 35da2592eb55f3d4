// Manifests of the Pulumi Kubernetes Operator (2.9) for the partitions that `muster partitions --json` lists:
//
//   npx musterctl partitions --target prod --json | node operator/stacks.js > operator/stacks.json && kubectl apply -f operator/stacks.json
//
// Each partition is two Stack objects: one applies each commit of main, and again after 15 minutes, because a leaver is removed once
// no campaign has an open task; one only previews, every 30 minutes: what it shows was changed outside Git. The lock of the backend
// keeps the two apart. `image` is your own, with Node 24, the Pulumi command and this folder's packages.

import { text } from 'node:stream/consumers';

/** A Stack name is a label of Kubernetes, and the operator takes no longer one. */
const MOST = 42;

const common = ({ target, stack }) => ({
  stack: `organization/contact-centre/${stack}`,
  projectRepo: 'https://git.example.com/contact-centre.git',
  branch: 'refs/heads/main',
  backend: 's3://contact-centre-state?region=eu-central-1',
  config: { 'muster:target': target },
  serviceAccountName: 'muster',
  refresh: true,
  destroyOnFinalize: false,
  continueResyncOnCommitMatch: true,
  workspaceReclaimPolicy: 'Delete',
  envRefs: {
    PULUMI_CONFIG_PASSPHRASE: { type: 'Secret', secret: { name: 'muster-state', key: 'passphrase' } },
  },
  workspaceTemplate: { spec: { image: 'registry.example.com/contact-centre:1' } },
});

/** Campaigns wait for the people they are pinned to, as long as those were applied within a day. */
function prerequisitesOf({ users }, people) {
  if (users > 0 || people.length === 0) return {};
  const requirement = { succeededWithinDuration: '24h' };
  return { prerequisites: people.map((name) => ({ name, requirement })) };
}

function nameOf({ target }, suffix = '') {
  const name = `muster-${target.replaceAll('.', '-').toLowerCase()}${suffix}`;
  if (name.length > MOST) throw new Error(`${name}: expected at most ${MOST} characters`);
  return name;
}

const stack = (name, spec) => ({ apiVersion: 'pulumi.com/v1', kind: 'Stack', metadata: { name }, spec });

const { include } = JSON.parse(await text(process.stdin));
const people = include.filter(({ users }) => users > 0).map((part) => nameOf(part));
const items = include.flatMap((part) => [
  stack(nameOf(part), { ...common(part), ...prerequisitesOf(part, people), resyncFrequencySeconds: 900 }),
  stack(nameOf(part, '-drift'), { ...common(part), preview: true, resyncFrequencySeconds: 1800 }),
]);
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));

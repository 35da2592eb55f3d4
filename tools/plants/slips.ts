// Planted bugs about slips of a person: in muster.yaml, in the list of whom nobody may call, in a desired file, and in where a fingerprint is
// given. Each is searched in the lives of both doors.

import type { Plant } from './plant.ts';

const PROJECT = 'src/core/desired/project/project.ts';
const SHAPES = 'src/core/desired/text/shape-findings.ts';
const SHAPE = 'src/core/desired/text/shape.ts';
const YAML = 'src/core/desired/text/yaml.ts';
const APPROVAL = 'src/core/reconcile/plan/approval.ts';

const ONE = 'I37.B8: one mistake is one finding';
const ANCHORS = 'I37.B8: anchors';
const BAD = 'I37, bad input: a finding with its place and the nearest right form';
const LIST = 'I37, bad input: a do-not-call list that cannot be read stops everything';
const WHOSE = 'I37, bad input: a fingerprint of another project, target or stack: 13 with whose it is';

const BOTH: readonly Plant[] = [
  {
    name: 'what an alias stands for is another value',
    rule: ANCHORS,
    file: YAML,
    right: 'if (isAlias(node)) return this.#refuse(',
    wrong:
      "if (isAlias(node)) return { kind: 'scalar', at, value: 'same', plain: true }; if (depth < 0) return this.#refuse(",
  },
  {
    name: 'what follows from an alias is said, too',
    rule: ONE,
    file: YAML,
    right: 'return this.#hasAlias ? null : tree;',
    wrong: 'return tree;',
  },
  {
    name: 'each alias of an anchor is a finding',
    rule: ONE,
    file: YAML,
    right: "...(code === 'aliases-refused' && { together: source.file })",
    wrong: '',
  },
  {
    name: 'a list of whom nobody may call that cannot be read lists nobody',
    rule: LIST,
    file: PROJECT,
    right: 'findings.add({ code, source, at: named.at, message: `policy.doNotCall: ${words}` });',
    wrong: '',
  },
  {
    name: 'an empty list of whom nobody may call lists nobody',
    rule: LIST,
    file: PROJECT,
    right: "if (read.text.trim() === '') add(",
    wrong: "if (read.text === 'nobody') add(",
  },
  {
    name: 'what names nobody in the list of whom nobody may call is skipped',
    rule: LIST,
    file: PROJECT,
    right: 'of list.faults) add(',
    wrong: 'of list.faults.slice(list.faults.length)) add(',
  },
  {
    name: 'each row that names nobody in the list of whom nobody may call is a finding',
    rule: ONE,
    file: PROJECT,
    right: 'at: 0, message, together: words });',
    wrong: 'at: 0, message });',
  },
  {
    name: 'a key of muster.yaml that is none is nothing',
    rule: BAD,
    file: SHAPE,
    right: 'if (!key.isWellFormed()) reading.broken.push(entry.at);',
    wrong: "if (known === undefined && typeof schema.additionalProperties !== 'object' && schema.properties) continue;",
  },
  {
    name: 'a value of muster.yaml that is none is left out',
    rule: BAD,
    file: SHAPE,
    right: 'for (const finding of explainShape(errors, subject)) findings.add(finding);',
    wrong:
      "const isOfValues = subject.source.file === 'muster.yaml' && errors.every(({ keyword }) => keyword === 'enum' || keyword === 'type'); if (isOfValues) { takeOutFaults(value, errors); return { input: value, sound: value }; } for (const finding of explainShape(errors, subject)) findings.add(finding);",
  },
  {
    name: 'what is missing because it is misspelled is said, too',
    rule: ONE,
    file: SHAPES,
    right: 'const isWanted = wantedIn(errors);',
    wrong: 'const isWanted = (_error) => errors.length > 0;',
  },
  {
    name: 'a key that is none is named without the one that was meant',
    rule: BAD,
    file: SHAPES,
    right: 'return nearest(key, known) ?? ',
    wrong: 'return ',
  },
  {
    name: 'a key in another style is near to none',
    rule: BAD,
    file: 'src/core/model/suggest.ts',
    right: "name.toLowerCase().replaceAll(/[-_ ]/gu, '')",
    wrong: 'name.toLowerCase()',
  },
  {
    name: 'a key at another level is named without where it belongs',
    rule: BAD,
    file: SHAPES,
    right: 'const meant = meantBy(error) ?? placeOf(key);',
    wrong: 'const meant = meantBy(error);',
  },
  {
    name: 'a fingerprint is as good in any project, target and stack',
    rule: WHOSE,
    file: 'src/core/reconcile/plan/fingerprint.ts',
    right: 'return sha256(identityOf(place));',
    wrong: 'return sha256(identityOf(place) === null);',
  },
  {
    name: 'a report of another target is enough where less is allowed',
    rule: WHOSE,
    file: APPROVAL,
    right: 'if (binds !== base.binds || generation < base.generation) return false;',
    wrong: 'if (generation < base.generation) return false;',
  },
  {
    name: 'of digits nobody says whose they are',
    rule: WHOSE,
    file: APPROVAL,
    right: 'return name === undefined ? ELSEWHERE : `the target ${name}`;',
    wrong: 'return name === undefined ? null : ELSEWHERE;',
  },
  {
    name: 'a report of another stack is said to be of this place',
    rule: WHOSE,
    file: APPROVAL,
    right: '(isNamesake ? ELSEWHERE : approved.of)',
    wrong: '(isNamesake ? approved.of : approved.of)',
  },
];

export const SLIPS: readonly Plant[] = [
  ...BOTH,
  ...BOTH.map((plant): Plant => ({ ...plant, name: `${plant.name}, through Pulumi`, door: 'pulumi' })),
];

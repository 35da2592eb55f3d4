// A renewed key is tried by one turn, and each turn that ends with it lets one more in.

import { expect, test } from 'vitest';
import { ApiKey } from '../../src/core/service/api-key.ts';
import { createKeyTrial } from '../../src/core/service/key-trial.ts';
import type { KeyTrial } from '../../src/core/service/key-trial.ts';

interface Opened {
  readonly trial: KeyTrial;
  readonly first: ApiKey;
  readonly renewed: ApiKey;
  readonly end: () => void;
  /** A turn of this name asks to pass; the name stands in `through` once it may. */
  readonly ask: (name: string, key: ApiKey) => void;
  /** The turn of this name is over. */
  readonly over: (name: string) => void;
  readonly through: string[];
  readonly settled: () => Promise<readonly string[]>;
}

function open(): Opened {
  const [first, renewed] = [new ApiKey('first', 0, 0), new ApiKey('renewed', 1, 1)];
  const ended = new AbortController();
  const trial = createKeyTrial((key) => key !== first, ended.signal);
  const through: string[] = [];
  const turns = new Map<string, object>();
  const turnOf = (name: string): object => {
    const turn = turns.get(name) ?? {};
    turns.set(name, turn);
    return turn;
  };
  return {
    trial,
    first,
    renewed,
    end: () => ended.abort(),
    ask: (name, key) => void trial.pass(key, turnOf(name)).then(() => through.push(name)),
    over: (name) => trial.end(turnOf(name)),
    through,
    async settled() {
      await new Promise((resolve) => setImmediate(resolve));
      return through;
    },
  };
}

test('the first key lets everybody through', async () => {
  const { ask, first, settled } = open();
  for (const name of ['a', 'b', 'c']) ask(name, first);
  expect(await settled()).toEqual(['a', 'b', 'c']);
});

test('a renewed key lets one through, and two more once that turn ended with it, and so on', async () => {
  const { trial, ask, over, renewed, settled } = open();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) ask(name, renewed);
  expect(await settled()).toEqual(['a']);
  trial.note(renewed, 'accepted');
  expect(await settled()).toEqual(['a']);
  over('a');
  expect(await settled()).toEqual(['a', 'b', 'c']);
  over('c');
  over('b');
  expect(await settled()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

test('the turn that tries a key may send its next request with it', async () => {
  const { trial, ask, renewed, settled } = open();
  ask('a', renewed);
  await settled();
  trial.note(renewed, 'accepted');
  ask('a', renewed);
  expect(await settled()).toEqual(['a', 'a']);
});

test('only the turn that has a key for itself hears so', async () => {
  const { trial, first, renewed } = open();
  const [one, two] = [{}, {}];
  expect(await trial.pass(first, one)).toBe(false);
  expect(await trial.pass(renewed, one)).toBe(true);
  trial.note(renewed, 'accepted');
  trial.end(one);
  expect(await trial.pass(renewed, two)).toBe(false);
});

test('an answer that says nothing of the key gives the trial to the next one', async () => {
  const { trial, ask, renewed, settled } = open();
  for (const name of ['a', 'b', 'c']) ask(name, renewed);
  await settled();
  trial.note(renewed, 'nothing');
  expect(await settled()).toEqual(['a', 'b']);
  trial.note(renewed, 'nothing');
  expect(await settled()).toEqual(['a', 'b', 'c']);
});

test('a key that was refused on trial lets nobody through any more, until the run ends', async () => {
  const { trial, ask, over, renewed, settled, end } = open();
  for (const name of ['a', 'b']) ask(name, renewed);
  await settled();
  trial.note(renewed, 'refused');
  over('a');
  ask('c', renewed);
  expect(await settled()).toEqual(['a']);
  end();
  expect(await settled()).toEqual(['a', 'b', 'c']);
  ask('d', renewed);
  expect(await settled()).toEqual(['a', 'b', 'c', 'd']);
});

test('an answer about another key releases nobody', async () => {
  const { trial, ask, over, first, renewed, settled } = open();
  for (const name of ['a', 'b']) ask(name, renewed);
  await settled();
  trial.note(first, 'accepted');
  over('b');
  expect(await settled()).toEqual(['a']);
});

test('two renewed keys are tried by one turn each', async () => {
  const { trial, ask, over, renewed, settled } = open();
  const later = new ApiKey('later', 2, 2);
  ask('a', renewed);
  ask('b', later);
  expect(await settled()).toEqual(['a', 'b']);
  ask('c', later);
  trial.note(later, 'accepted');
  over('b');
  expect(await settled()).toEqual(['a', 'b', 'c']);
});

test('a key is worth another fetch when it was good once, or was the first; not one that was never accepted', () => {
  const { trial, first, renewed } = open();
  expect([trial.isOutdated(first), trial.isOutdated(renewed)]).toEqual([false, false]);
  trial.note(first, 'nothing');
  expect(trial.isOutdated(first)).toBe(false);
  trial.note(first, 'refused');
  trial.note(renewed, 'refused');
  expect([trial.isOutdated(first), trial.isOutdated(renewed)]).toEqual([true, false]);
  trial.note(renewed, 'accepted');
  expect(trial.isOutdated(renewed)).toBe(false);
  trial.note(renewed, 'refused');
  expect(trial.isOutdated(renewed)).toBe(true);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { userAddress } from '../../src/core/model/address.ts';
import type { Address } from '../../src/core/model/address.ts';
import type { OpenIntent, RecordedObject } from '../../src/core/model/state.ts';
import type { SavedCopy } from '../../src/core/state/recorder.ts';
import { ledgerPath } from './place.ts';
import { NOW, closeAll, intent, lockedLedger, user } from './samples.ts';

type Open = Awaited<ReturnType<typeof lockedLedger>>;

interface Model {
  readonly objects: Map<Address, RecordedObject>;
  readonly intents: Map<string, OpenIntent>;
  readonly copies: Map<Address, SavedCopy>;
}

type Step =
  | { readonly do: 'intend' | 'record' | 'forget' | 'drop' | 'reopen'; readonly name: string; readonly n: number }
  | { readonly do: 'keep'; readonly name: string; readonly n: number; readonly body: unknown }
  | { readonly do: 'settle'; readonly n: number; readonly as: 'recorded' | 'removed' | 'left' };

const name = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ unit: 'grapheme' }));
const n = fc.nat(1_000);
// Through text once, because JSON has no negative zero.
const body = fc.json().map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text))));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('intend', 'record', 'forget', 'drop', 'reopen'), name, n }),
  fc.record({ do: fc.constant('keep'), name, n, body }),
  fc.record({ do: fc.constant('settle'), n, as: fc.constantFrom('recorded', 'removed', 'left') }),
);

/** Starts the step without waiting, so that steps meet in one transaction; the model takes them in the same order. */
function start(step: Exclude<Step, { do: 'reopen' }>, open: Open, model: Model): Promise<unknown> | null {
  if (step.do === 'settle') return settle(step.n, step.as, open, model);
  const address = userAddress(step.name);
  const object = user(step.name, { recordedAt: step.n });
  switch (step.do) {
    case 'intend': {
      const made = intent(address, { proposed: object, at: step.n });
      return open.ledger.intend(made).then((id) => model.intents.set(id, { ...made, id }));
    }
    case 'record':
      model.objects.set(address, object);
      return open.ledger.record(address, object);
    case 'forget':
      model.objects.delete(address);
      return open.ledger.record(address, null);
    case 'keep': {
      const copy = { address, savedAt: NOW, body: step.body };
      model.copies.set(address, copy);
      return open.ledger.keepCopy(copy);
    }
    case 'drop':
      model.copies.delete(address);
      return open.ledger.dropCopy(address);
    case 'reopen':
      return null;
  }
}

function settle(n: number, as: 'recorded' | 'removed' | 'left', open: Open, model: Model): Promise<void> | null {
  const found = [...model.intents.values()].at(n % Math.max(1, model.intents.size));
  if (found === undefined) return null;
  model.intents.delete(found.id);
  if (as === 'left') return open.ledger.settle(found.id, undefined);
  if (as === 'removed') model.objects.delete(found.address);
  else if (found.proposed !== null) model.objects.set(found.address, found.proposed);
  return open.ledger.settle(found.id, as === 'removed' ? null : found.proposed);
}

test('any sequence of operations leaves what a plain map would hold, after any reopening', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const path = ledgerPath();
      const model: Model = { objects: new Map(), intents: new Map(), copies: new Map() };
      let open = await lockedLedger(path);
      let started: (Promise<unknown> | null)[] = [];
      for (const step of [...steps, { do: 'reopen', name: '', n: 0 } as const]) {
        started.push(start(step, open, model));
        if (step.do !== 'reopen' && step.do !== 'intend') continue;
        for (const promise of started) await promise;
        started = [];
        if (step.do !== 'reopen') continue;
        await closeAll(open);
        open = await lockedLedger(path);
        const state = await open.ledger.load();
        expect(state.objects).toEqual(model.objects);
        expect(state.openIntents).toEqual([...model.intents.values()].map((each) => ({ ...each, elapsedMs: 0 })));
        expect(new Map((await open.ledger.copies()).map((copy) => [copy.address, copy]))).toEqual(model.copies);
      }
      await closeAll(open);
    }),
    { numRuns: 60 },
  );
});

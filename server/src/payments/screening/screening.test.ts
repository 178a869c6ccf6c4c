import { expect, it } from 'vitest';
import { type Answer, createScreening, type Question, type ScreeningProvider } from './screening.ts';

const question: Question = {
  screening_id: 'scr_1',
  direction: 'in',
  kind: 'payment',
  chain: 'base',
  token: 'USDC',
  units: '1',
  address: '0xAA',
  merchant_id: 'mer_1',
  resource_id: 'pay_1',
  tx_hash: null,
};

/** A provider that answers this; null has nothing to say, an error is no answer. */
function provider(answer: Answer['verdict'] | null | Error): ScreeningProvider {
  return {
    name: 'test',
    covers: (chain) => chain === 'base',
    async ask() {
      if (answer instanceof Error) throw answer;
      return answer && { verdict: answer, reason: null };
    },
  };
}

const down = new Error('down');

it.each([
  [['ok', 'ok'], 'ok'],
  [['ok', 'hold'], 'hold'],
  [['refuse', 'hold'], 'refuse'],
  [['hold', down], 'hold'],
  [[down, 'refuse'], 'refuse'],
  [['ok', null], 'ok'],
] as const)('takes the strictest of %j', async (answers, verdict) => {
  const screening = createScreening(answers.map(provider), false);
  expect((await screening.ask(question)).verdict).toBe(verdict);
});

it.each([[['ok', down]], [[down]], [[down, null]]] as const)('has no answer from %j', async (answers) => {
  await expect(createScreening(answers.map(provider), true).ask(question)).rejects.toBe(down);
});

it('treats a payer whom nobody knows as if nobody answered', async () => {
  expect((await createScreening([provider(null)], false).ask(question)).verdict).toBe('hold');
  expect((await createScreening([provider(null)], true).ask(question)).verdict).toBe('ok');
});

it('is off without providers, and covers the chains of those that are there', () => {
  expect(createScreening([], false).isOn).toBe(false);
  const screening = createScreening([provider('ok')], false);
  expect([screening.covers('base'), screening.covers('solana')]).toEqual([true, false]);
});

import { rateSourceNames } from '../../platform/config/rate-settings.ts';
import { listRates, type RateStatus } from '../../treasury/prices/status.ts';
import type { Command } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const rateCommands: Command[] = [
  {
    name: 'rates',
    usage: '',
    summary: 'Show live prices: what each source says, how old they are, and what is off and why.',
    options: {},
    args: [],
    async run(values) {
      const { rates, isOn } = await withContext(async (ctx) => ({
        rates: await listRates(ctx.db, ctx.clock.now()),
        isOn: ctx.prices !== null,
      }));
      if (!isOn) process.stderr.write('Live prices are not fetched: no live chain is configured.\n');
      print(values, values['json'] ? rates.map(asJson) : rates.map(asLine));
    },
  },
];

function asJson({ asset, usd, reason, at, ageSeconds, sources, answers }: RateStatus) {
  const offered = reason === null;
  return { asset, usd, offered, reason, at: at.toISOString(), age_seconds: ageSeconds, sources, answers };
}

/** One column for each source: its price, marked if it was not counted, or its problem. */
function asLine({ asset, usd, reason, ageSeconds, sources, answers }: RateStatus) {
  const said = rateSourceNames.map((name) => {
    const answer = answers.find(({ source }) => source === name);
    const price = answer?.usd && !sources.includes(name) ? `(${answer.usd})` : answer?.usd;
    return [name, answer?.problem ?? price ?? null] as const;
  });
  const status = reason === null ? 'on' : `off: ${reason}`;
  return { asset, usd, age: `${ageSeconds} s`, ...Object.fromEntries(said), status };
}

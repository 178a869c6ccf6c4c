import { Gauge, type Registry } from 'prom-client';
import { rateSourceNames } from '../../platform/config/rate-settings.ts';
import type { RateStatus } from './status.ts';

/** The same in every process: values come from the table, which a worker writes. */
export function registerRateMetrics(registry: Registry, statuses: () => RateStatus[]): void {
  const gauge = (name: string, help: string, read: (rate: RateStatus) => number) => {
    const one = new Gauge({
      name,
      help,
      labelNames: ['asset'],
      registers: [registry],
      collect() {
        for (const rate of statuses()) one.set({ asset: rate.asset }, read(rate));
      },
    });
  };
  gauge('causeway_rate_usd', 'Live price of one unit in USD; NaN if unknown.', ({ usd }) =>
    Number(usd ?? Number.NaN),
  );
  gauge('causeway_rate_age_seconds', 'Age of the live price.', ({ ageSeconds }) => ageSeconds);
  gauge('causeway_rate_offered', '1 if live payments can be quoted in it, otherwise 0.', ({ reason }) =>
    reason === null ? 1 : 0,
  );
  const problems = new Gauge({
    name: 'causeway_rate_source_errors',
    help: 'Prices that a source could not give in the last round.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      const answers = statuses().flatMap((rate) => rate.answers);
      for (const source of rateSourceNames) {
        const own = answers.filter((answer) => answer.source === source);
        if (own.length > 0) problems.set({ source }, own.filter(({ problem }) => problem !== null).length);
      }
    },
  });
}

import type { Sample } from './samples.ts';

export interface Level {
  name: string;
  /** Means of the middle and the last third of the samples. */
  middle: number;
  last: number;
  perHour: number;
  isLevel: boolean;
}

/** Tables whose rows are kept for ever, by intention. */
const kept = [
  'payments',
  'deposits',
  'refunds',
  'ledger_entries',
  'ledger_accounts',
  'ledger_balances',
  'simulated_transactions',
  'transfers',
  'invoices',
  'audit_log',
];

/** Growth below these is noise: a page more, a connection for a moment. */
const slackOf = (name: string): number => {
  if (name.endsWith('bytes')) return 2 ** 20;
  if (name.endsWith('rows')) return 2000;
  return name === 'handles' || name === 'connections' ? 5 : 8 * 2 ** 20;
};
const toleratedShare = 0.1;

/** Compares the last third with the middle one. What is kept on purpose is left out. */
export function levelsOf(samples: readonly Sample[], minutes: number): Level[] {
  const third = Math.floor(samples.length / 3);
  const names = [...(samples[0]?.keys() ?? [])].filter((name) => !kept.includes(name.split(':')[0] ?? ''));
  const mean = (part: readonly Sample[], name: string) =>
    part.reduce((sum, sample) => sum + (sample.get(name) ?? 0), 0) / Math.max(1, part.length);
  return names.map((name) => {
    const middle = mean(samples.slice(third, 2 * third), name);
    const last = mean(samples.slice(2 * third), name);
    const growth = last - middle;
    const isLevel = growth <= Math.max(slackOf(name), middle * toleratedShare);
    return { name, middle, last, perHour: growth / (minutes / 60 / 3), isLevel };
  });
}

/** Rows of a table for docs/reliability.md: the process, and tables that are large or grow. */
export function tableOf(levels: readonly Level[]): string {
  const shown = levels.filter(
    ({ name, last, isLevel }) => !isLevel || !name.includes(':') || isLarge(name, last),
  );
  const rows = shown.map(
    ({ name, middle, last, perHour, isLevel }) =>
      `| ${name} | ${written(name, middle)} | ${written(name, last)} | ${written(name, perHour)} | ${isLevel ? 'yes' : 'NO'} |`,
  );
  return [
    '| What | Middle third | Last third | Growth per hour | Level |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function isLarge(name: string, last: number): boolean {
  return name.endsWith('bytes') ? last > 2 ** 20 : last > 5000;
}

function written(name: string, value: number): string {
  const isCount = name.endsWith('rows') || name === 'handles' || name === 'connections';
  return isCount ? String(Math.round(value)) : `${(value / 2 ** 20).toFixed(1)} MB`;
}

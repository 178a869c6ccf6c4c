import { type Cost, median } from './measure.ts';

export interface Row {
  what: string;
  subject: string;
  baseline: string;
  ratio: number;
  /** For example "at least 0.5". */
  goal: string;
  met: boolean;
}

/** Compares processor time, all processes together: a ratio of 2 is twice as fast for the same work of the machine. */
export function costRow<Name extends string>(
  what: string,
  rounds: readonly Record<Name | 'service', Cost>[],
  baseline: Name,
  goal: number,
): Row {
  const ratioOf = (round: Record<Name | 'service', Cost>) => round[baseline].totalUs / round.service.totalUs;
  const middle = median(rounds, ratioOf);
  const ratio = ratioOf(middle);
  return {
    what,
    subject: costWords(middle.service),
    baseline: costWords(middle[baseline]),
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
  };
}

/** Client, service and Postgres, in this order. */
function costWords({ perSecond, clientUs, serviceUs, postgresUs, totalUs }: Cost): string {
  const [client, service, postgres, total] = [clientUs, serviceUs, postgresUs, totalUs].map(Math.round);
  return `${client} + ${service} + ${postgres} = ${total} µs, ${rate(perSecond)}`;
}

export function printTable(rows: Row[]): void {
  const lines = [
    ['what', 'measured', 'baseline', 'ratio', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      row.subject,
      row.baseline,
      row.ratio.toFixed(2),
      row.goal,
      row.met ? 'met' : 'MISSED',
    ]),
  ];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  console.log();
  for (const line of lines)
    console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}

export interface Row {
  what: string;
  subject: string;
  baseline: string;
  ratio: number;
  /** For example "at least 0.5". */
  goal: string;
  met: boolean;
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

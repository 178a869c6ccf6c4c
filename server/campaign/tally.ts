import type { Book } from './book.ts';
import type { Mailbox } from './mailbox.ts';
import type { Member, Processes } from './processes.ts';
import type { Receivers } from './receivers.ts';

/** What a campaign did, in figures. */
export interface Tally {
  cycles: number;
  checks: number;
  killed(member: Member, duringStart: boolean): void;
  kills(): number;
  /** Rows of a table for docs/reliability.md. */
  table(losses: number): string;
}

export function createTally(book: Book, receivers: Receivers, mailbox: Mailbox, processes: Processes): Tally {
  const counts = { serve: 0, work: 0, postgres: 0, duringStart: 0 };
  const startedMs = Date.now();
  const made = (path: string, environment: string) =>
    book.acknowledged.filter((one) => one.path === path && one.tenant.environment === environment).length;
  const mailCounts = () => {
    const times = [...mailbox.messages().values()].flatMap((ids) => [...ids.values()]);
    const came = times.reduce((sum, each) => sum + each, 0);
    return `${came}, ${came - times.length}`;
  };
  const tally: Tally = {
    cycles: 0,
    checks: 0,
    killed(member, duringStart) {
      counts[member.startsWith('serve') ? 'serve' : member.startsWith('work') ? 'work' : 'postgres']++;
      if (duringStart) counts.duringStart++;
    },
    kills: () => counts.serve + counts.work + counts.postgres,
    table(losses) {
      const rows: [string, number | string][] = [
        ['cycles', tally.cycles],
        ['kills of `serve`', counts.serve],
        ['kills of `work`', counts.work],
        ['kills of the postmaster', counts.postgres],
        ['of these, while starting', counts.duringStart],
        ['starts repeated for want of a database', processes.restarts()],
        ['acknowledged writes', book.acknowledged.length],
        ['test payments, refunds', `${made('/payments', 'test')}, ${made('/refunds', 'test')}`],
        ['live payments, refunds', `${made('/payments', 'live')}, ${made('/refunds', 'live')}`],
        ['payouts', made('/payouts', 'live')],
        ['invoices', made('/invoices', 'test')],
        ['events that arrived', receivers.arrived.size],
        ['messages that arrived, of these again', mailCounts()],
        ['times everything was checked', tally.checks],
        ['minutes', Math.round((Date.now() - startedMs) / 60_000)],
        ['lost, doubled or wrong', losses],
      ];
      return ['| What | Count |', '|---|---|', ...rows.map(([what, count]) => `| ${what} | ${count} |`)].join(
        '\n',
      );
    },
  };
  return tally;
}

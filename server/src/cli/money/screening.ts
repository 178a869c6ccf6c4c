import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import {
  type Decision,
  decideScreening,
  openScreenings,
  type ScreeningRow,
} from '../../payments/screening/decide-screening.ts';
import { type Command, textOf, UsageError } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const screeningCommands: Command[] = [
  {
    name: 'screening list',
    usage: '',
    summary: 'List live money that screening holds or has not answered about, oldest first.',
    options: {},
    args: [],
    async run(values) {
      const rows = await withContext(openScreenings);
      print(values, rows.map(asLine));
    },
  },
  decisionCommand(
    'release',
    'Let money go its way although screening holds it, refused it or did not answer. The reason is kept in the audit log.',
  ),
  decisionCommand(
    'refuse',
    'Refuse money that screening holds. A refund, return or payout fails; money that came stays held. The reason is kept in the audit log.',
  ),
];

function decisionCommand(decision: Decision, summary: string): Command {
  return {
    name: `screening ${decision}`,
    usage: 'SCREENING_ID --reason TEXT',
    summary,
    options: { reason: { type: 'string' } },
    args: ['screening_id'],
    async run(values, { screening_id: id = '' }) {
      const reason = textOf(values, 'reason');
      const who = { memberId: null, memberEmail: null, requestId: null, ip: 'operator' };
      const decided = await withContext((ctx) => decideScreening(ctx, id, decision, reason, who));
      if (!decided) throw new UsageError(`There is nothing to ${decision} at ${id}. See "screening list".`);
      print(values, asLine(decided));
    },
  };
}

function asLine(row: ScreeningRow) {
  return {
    screening_id: row.screening_id,
    direction: row.direction,
    kind: row.kind,
    for: row.resource_id,
    merchant_id: row.merchant_id,
    chain: row.chain,
    amount: `${formatUnits(BigInt(row.units), tokenDecimals(row.chain, row.token))} ${row.token}`,
    address: row.address === '' ? 'unknown' : row.address,
    verdict: row.verdict ?? 'no answer yet',
    reason: row.reason ?? row.problem,
    since: row.created_at.toISOString(),
  };
}

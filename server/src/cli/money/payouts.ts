import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { PayoutRow } from '../../treasury/payouts/payout.ts';
import { selectNewestPayouts, showPayout } from '../../treasury/payouts/payouts.ts';
import { payoutStatuses } from '../../treasury/payouts/states.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

const shownAtOnce = 100;

export const payoutCommands: Command[] = [
  {
    name: 'payouts list',
    usage: '[--status STATUS]',
    summary: 'List payouts of all merchants, newest first.',
    help: [`--status STATUS  only these: ${payoutStatuses.join(', ')}`],
    options: { status: { type: 'string' } },
    args: [],
    async run(values) {
      const status = statusIn(values);
      const rows = await withContext((ctx) => selectNewestPayouts(ctx.db, status, shownAtOnce));
      print(values, rows.map(asLine));
    },
  },
  {
    name: 'payouts show',
    usage: 'PAYOUT_ID',
    summary: 'Show one payout, and why it waits.',
    options: {},
    args: ['payout_id'],
    async run(values, { payout_id: id = '' }) {
      const found = await withContext((ctx) => showPayout(ctx, id));
      if (!found) throw new UsageError(`There is no payout ${id}.`);
      const { payout, steps } = found;
      const [step] = steps;
      print(values, {
        ...asLine(payout),
        worth: `${formatFiat(payout.worth_minor)} ${payout.currency}`,
        initiator: payout.initiator,
        transfer: step?.transfer_status ?? 'held until the ledger was compared with the chain',
        problem: step?.problem ?? payout.failure_message,
        tx_hash: payout.tx_hash ?? step?.tx_hash ?? null,
        ended_at: payout.ended_at?.toISOString() ?? null,
      });
    },
  },
];

function statusIn(values: Values) {
  const given = values['status'];
  if (given === undefined) return null;
  const status = payoutStatuses.find((one) => one === given);
  if (!status) throw new UsageError(`--status must be one of ${payoutStatuses.join(', ')}.`);
  return status;
}

function asLine(row: PayoutRow) {
  const amount = formatTokenAmount(BigInt(row.token_units), tokenDecimals(row.chain, row.token));
  return {
    payout_id: row.payout_id,
    merchant_id: row.merchant_id,
    environment: row.environment,
    status: row.status,
    chain: row.chain,
    amount: `${amount} ${row.token}`,
    to: row.address,
    created_at: row.created_at.toISOString(),
  };
}

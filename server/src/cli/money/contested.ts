import {
  type ContestedRow,
  decideContested,
  selectContested,
} from '../../chains/watching/solana/contested.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import { paymentsAt } from '../../payments/restore/payments-at.ts';
import { ask } from '../ask.ts';
import { type Command, textOf, UsageError } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const contestedCommands: Command[] = [
  {
    name: 'payments contested',
    usage: '',
    summary:
      'List transactions of wallets on Solana that name several payments. They are credited to none until you decide.',
    options: {},
    args: [],
    async run(values) {
      const rows = await withContext(async (ctx) => {
        const all = await selectContested(ctx.db);
        const payments = await paymentsAt(
          ctx.db,
          all.flatMap(({ addresses }) => addresses),
        );
        return all.map((row) => ({
          tx_hash: row.tx_hash,
          amount: amountOf(row),
          from: row.payer_address,
          payments: row.addresses.map((address) => payments.get(address) ?? address).join(', '),
          found_at: row.found_at.toISOString(),
        }));
      });
      print(values, rows);
    },
  },
  {
    name: 'payments assign',
    usage: 'TX_HASH --payment PAYMENT_ID [--yes]',
    summary:
      'Decide which payment gets the money of a transaction that "payments contested" lists. Asks first.',
    options: { payment: { type: 'string' }, yes: { type: 'boolean' } },
    args: ['tx_hash'],
    async run(values, { tx_hash: hash = '' }) {
      const paymentId = textOf(values, 'payment');
      const result = await withContext(async (ctx) => {
        const rows = (await selectContested(ctx.db)).filter(({ tx_hash }) => tx_hash === hash);
        if (rows.length === 0) throw new UsageError(`"payments contested" does not list ${hash}.`);
        const payments = await paymentsAt(
          ctx.db,
          rows.flatMap(({ addresses }) => addresses),
        );
        const address = [...payments].find(([, id]) => id === paymentId)?.[0];
        if (!address) throw new UsageError(`${hash} does not name ${paymentId}.`);
        const amount = rows.map(amountOf).join(' and ');
        if (!values['yes'] && (await ask(`Credit ${amount} to ${paymentId}? [y/N] `)) !== 'y')
          throw new UsageError('Nothing was changed.');
        if (!(await decideContested(ctx, hash, address)))
          throw new UsageError(`${hash} was decided meanwhile.`);
        return { tx_hash: hash, payment_id: paymentId, amount };
      });
      print(values, result);
    },
  },
];

function amountOf({ token, mint, units }: ContestedRow): string {
  return token === null
    ? `${units} units of ${mint}`
    : `${formatUnits(BigInt(units), tokenDecimals('solana', token))} ${token}`;
}

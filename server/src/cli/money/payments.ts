import type { Context } from '../../app/context.ts';
import { currencies } from '../../lib/currencies.ts';
import { parseFiat } from '../../lib/money.ts';
import { type ForgottenPayment, recoverPayment } from '../../payments/restore/recover-payment.ts';
import { ask } from '../ask.ts';
import { type Command, textOf, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';
import { rescanAddress } from '../rescan.ts';

export const paymentCommands: Command[] = [
  {
    name: 'payments recover',
    usage: 'PAYMENT_ID --merchant MERCHANT_ID --amount AMOUNT --currency CODE [--address ADDRESS] [--yes]',
    summary:
      'Make a payment known again that a restored backup forgot, and find its money. Says what it means and asks first.',
    help: [
      '--merchant ID      whose payment it was; the id is in its system and in mails',
      '--amount, --currency  what it was about, for example --amount 25.00 --currency EUR',
      '--address ADDRESS  its address on Solana, one that "wallet skipped-addresses" lists',
      '--yes              do not ask',
    ],
    options: {
      merchant: { type: 'string' },
      amount: { type: 'string' },
      currency: { type: 'string' },
      address: { type: 'string' },
      yes: { type: 'boolean' },
    },
    args: ['payment_id'],
    async run(values, { payment_id: paymentId = '' }) {
      const forgotten = forgottenIn(paymentId, values);
      const rows = await withContext((ctx) => recover(ctx, forgotten, values['yes'] === true));
      print(values, rows);
      if (rows.some(({ problem }) => problem !== null))
        throw new UsageError('The payment is known again, but not every chain could be read: see "problem".');
    },
  },
];

async function recover(ctx: Context, forgotten: ForgottenPayment, isSure: boolean) {
  const { paymentId, merchantId } = forgotten;
  await ctx.liveChains.refresh();
  if (!isSure && (await ask(whatRecoveringMeans(forgotten))) !== 'y')
    throw new UsageError('Nothing was changed.');
  const made = await recoverPayment(ctx, forgotten);
  if ('refused' in made) throw new UsageError(made.refused);
  const { payment, evmAddress } = made;
  const looked: Looked[] = [];
  for (const chain of evmAddress === null ? [] : ctx.liveChains.evm()) {
    const at = { chain: chain.id, address: evmAddress ?? '' };
    try {
      const found = await rescanAddress(ctx, chain, at.address, payment.created_at);
      looked.push({ ...at, transfers_found: found, problem: null });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      looked.push({ ...at, transfers_found: null, problem });
    }
  }
  const { solanaAddress } = forgotten;
  // Workers find it by its balance.
  if (solanaAddress)
    looked.push({ chain: 'solana', address: solanaAddress, transfers_found: null, problem: null });
  return looked.map((row) => ({ payment_id: paymentId, merchant_id: merchantId, ...row }));
}

/** Where money was looked for. */
interface Looked {
  chain: string;
  address: string;
  transfers_found: number | null;
  problem: string | null;
}

function whatRecoveringMeans({ paymentId, merchantId, solanaAddress }: ForgottenPayment): string {
  return [
    `${paymentId} becomes a payment of ${merchantId} that is over. Money that came for it becomes unapplied money of`,
    'that merchant, who can credit it to the balance or return it. Ask the merchant for the id: whoever is named here gets',
    `the money${solanaAddress ? `, also what is at ${solanaAddress}` : ''}.`,
    'Recover it? [y/N] ',
  ].join('\n');
}

function forgottenIn(paymentId: string, values: Values): ForgottenPayment {
  const amountMinor = parseFiat(textOf(values, 'amount'));
  if (amountMinor === null || amountMinor <= 0n)
    throw new UsageError('--amount must be an amount, for example 25.00.');
  const currency = currencies.find((one) => one === values['currency']);
  if (!currency) throw new UsageError(`--currency must be one of ${currencies.join(', ')}.`);
  const address = values['address'];
  return {
    paymentId,
    merchantId: textOf(values, 'merchant'),
    amountMinor,
    currency,
    solanaAddress: typeof address === 'string' ? address : null,
  };
}

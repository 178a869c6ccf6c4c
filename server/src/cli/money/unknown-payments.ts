import { isToken, tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import { type Explanation, explainPayment } from '../../payments/restore/explain-payments.ts';
import { selectUnknownPayments, type UnknownPayment } from '../../treasury/transfers/unknown-payments.ts';
import { ask } from '../ask.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const unknownPaymentCommands: Command[] = [
  {
    name: 'transfers unknown',
    usage: '',
    summary:
      'List payments that left and that the database does not know, as after a restored backup. Nothing more is paid on their chains.',
    options: {},
    args: [],
    async run(values) {
      print(values, (await withContext((ctx) => selectUnknownPayments(ctx.db))).map(asLine));
    },
  },
  {
    name: 'transfers explain',
    usage:
      'PAYMENT_KEY (--as ID | --refund-of PAYMENT_ID | --merchant MERCHANT_ID | --accept) [--anyway] [--yes]',
    summary:
      'Say what a payment was that "transfers unknown" lists. It is booked as that. Shows it and asks first.',
    help: [
      '--as ID                 the refund or payout that waits, or the unapplied money: it was this one, and is not paid again',
      '--refund-of PAYMENT_ID  a refund of this payment, which nobody has asked for again',
      '--merchant MERCHANT_ID  something else for this merchant, such as a payout: taken from its balance',
      '--accept                for nobody here: booked as gone',
      '--anyway                with --merchant or --accept: although a refund or payout that waits may be the same',
      '--yes                   do not ask',
    ],
    options: {
      as: { type: 'string' },
      'refund-of': { type: 'string' },
      merchant: { type: 'string' },
      accept: { type: 'boolean' },
      anyway: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
    args: ['payment_key'],
    async run(values, { payment_key: key = '' }) {
      const what = explanationIn(values);
      const line = await withContext(async (ctx) => {
        const payment = (await selectUnknownPayments(ctx.db)).find((one) => one.payment_key === key);
        if (!payment) throw new UsageError(`"transfers unknown" does not list ${key}.`);
        const shown = asLine(payment);
        process.stderr.write(`${shown.amount} on ${shown.chain} to ${shown.to}, in ${shown.tx_hash}.\n`);
        if (!values['yes'] && (await ask('Book it? [y/N] ')) !== 'y')
          throw new UsageError('Nothing was booked.');
        const result = await explainPayment(ctx, payment, what);
        if ('refused' in result) throw new UsageError(result.refused);
        return { ...shown, explained_as: result.explained };
      });
      print(values, line);
    },
  },
];

function explanationIn(values: Values): Explanation {
  const [id, paymentId, merchantId] = [values['as'], values['refund-of'], values['merchant']];
  const anyway = values['anyway'] === true;
  const given: Explanation[] = [
    ...(typeof id === 'string' ? [{ as: 'transfer', id } as const] : []),
    ...(typeof paymentId === 'string' ? [{ as: 'refund', paymentId } as const] : []),
    ...(typeof merchantId === 'string' ? [{ as: 'merchant', merchantId, anyway } as const] : []),
    ...(values['accept'] ? [{ as: 'accepted', anyway } as const] : []),
  ];
  const [what, ...others] = given;
  if (!what || others.length > 0)
    throw new UsageError('Say what it was: one of --as, --refund-of, --merchant and --accept.');
  return what;
}

function asLine({ chain, token, units, ...payment }: UnknownPayment) {
  const amount = isToken(token) ? formatUnits(BigInt(units), tokenDecimals(chain, token)) : units;
  return {
    payment_key: payment.payment_key,
    chain,
    amount: `${amount} ${token}`,
    to: payment.to_address,
    tx_hash: payment.tx_hash,
    block: Number(payment.block_number),
    found_at: payment.found_at.toISOString(),
  };
}

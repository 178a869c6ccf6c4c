import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { chains } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { formatsOf } from '../../messages/email/writing/formats.ts';
import { payoutsOfPayment } from '../../treasury/payouts/payouts-of-payment.ts';
import { selectRoutesOfPayment } from '../../treasury/routes/view/view.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { refundsOf } from '../refunds/refunds.ts';
import { toUnappliedFund } from '../unapplied-funds/schema.ts';
import { unappliedOf } from '../unapplied-funds/unapplied-funds.ts';
import { selectPaymentDeliveries, selectPaymentEvents } from './activity-store.ts';

import type { TimelineEntry } from './schema.ts';
import {
  type ArrivalEntryRow,
  selectPaymentArrivals,
  selectPaymentContested,
  selectPaymentPostings,
  selectPaymentSweeps,
  selectRefundAddresses,
  selectSimulated,
} from './store.ts';

/** Titles are in English, as all messages of the API. */
const english = formatsOf('en');

/** One kind of things that happen to a payment: at most `limit` of them, the oldest first. */
export type TimelineSource = (ctx: Context, payment: PaymentRow, limit: number) => Promise<TimelineEntry[]>;

const created: TimelineSource = async (_ctx, { created_at, payment_id }) => [
  { at: created_at.toISOString(), kind: 'created', title: 'Payment created', id: payment_id },
];

const cancelled: TimelineSource = async (_ctx, { cancelled_at, payment_id }) =>
  cancelled_at
    ? [{ at: cancelled_at.toISOString(), kind: 'cancelled', title: 'Payment cancelled', id: payment_id }]
    : [];

const arrivals: TimelineSource = async (ctx, payment, limit) => {
  const rows = await arrivalsOf(ctx, payment, limit);
  return rows.flatMap((row) => {
    const evidence = {
      id: row.arrival_id,
      ...amountOf(row),
      ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
      ...(row.block_number === null ? {} : { block_number: Number(row.block_number) }),
      ...(row.block_hash ? { block_hash: row.block_hash } : {}),
      ...(row.payer_address ? { from: row.payer_address } : {}),
      to: row.address,
    };
    const seen = { at: row.seen_at.toISOString(), kind: 'sighting', title: 'Money seen on chain' } as const;
    const final = { kind: 'confirmation', title: 'Money final on chain' } as const;
    return [
      { ...seen, ...evidence, ...(row.state === 'gone' ? { status: 'gone' } : {}) },
      ...(row.final_at ? [{ at: row.final_at.toISOString(), ...final, ...evidence }] : []),
    ];
  });
};

const contestedTitles = {
  open: 'Transaction names several payments: the operator decides which it pays',
  ours: 'Operator decided that the transaction pays this payment',
  theirs: 'Operator decided that the transaction pays another payment',
};

const contested: TimelineSource = async (ctx, payment, limit) =>
  (await selectPaymentContested(ctx.db, payment, limit)).map(({ is_ours, ...row }) => ({
    at: row.found_at.toISOString(),
    kind: 'sighting',
    title: contestedTitles[is_ours === null ? 'open' : is_ours ? 'ours' : 'theirs'],
    id: `${row.tx_hash} contested`,
    ...(is_ours === null ? { status: 'contested' } : {}),
    ...amountOf({ chain: 'solana', token: row.token ?? 'another token', units: row.units }),
    tx_hash: row.tx_hash,
    ...(row.payer_address ? { from: row.payer_address } : {}),
  }));

async function arrivalsOf(ctx: Context, payment: PaymentRow, limit: number): Promise<ArrivalEntryRow[]> {
  if (payment.environment === 'live') return selectPaymentArrivals(ctx.db, payment, limit);
  if (payment.tx_hash === null) return [];
  const rows = await selectSimulated(ctx.db, payment.tx_hash);
  return rows.map((row) => ({ ...row, final_at: payment.completed_at }));
}

const postings: TimelineSource = async (ctx, payment, limit) => {
  const live = payment.environment === 'live' ? await selectPaymentArrivals(ctx.db, payment, limit) : [];
  const ids = live.map(({ arrival_id }) => arrival_id);
  return (await selectPaymentPostings(ctx.db, payment, ids, limit)).map(
    ({ source, kind, posted_at, lines }) => ({
      at: posted_at.toISOString(),
      kind: 'posting',
      title: `Booked: ${kind}`,
      id: `${source} ${kind}`,
      lines,
    }),
  );
};

const refunds: TimelineSource = async (ctx, payment, limit) =>
  (await refundsOf(ctx, payment, limit)).map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'refund',
    title: `Refund of ${english.money(formatFiat(row.amount_minor), row.currency)} created`,
    id: row.refund_id,
    status: row.status,
    ...amountOf({ chain: row.chain, token: row.token, units: row.token_units }),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    ...(row.refunded_to ? { to: row.refunded_to } : {}),
  }));

const refundAddresses: TimelineSource = async (ctx, payment, limit) =>
  (await selectRefundAddresses(ctx.db, payment, limit)).map((row) => ({
    at: row.given_at.toISOString(),
    kind: 'refund',
    title: row.given_by === 'customer' ? 'Customer gave the refund address' : 'Refund address given',
    id: row.refund_id,
    to: row.address,
  }));

const returnAddresses: TimelineSource = async (ctx, payment, limit) =>
  (await unappliedOf(ctx, payment, limit)).flatMap(({ claimed_at, claimed_address: to, unapplied_id: id }) =>
    claimed_at && to
      ? [
          {
            at: claimed_at.toISOString(),
            kind: 'unapplied',
            title: 'Customer gave the return address',
            id,
            to,
          },
        ]
      : [],
  );

const unapplied: TimelineSource = async (ctx, payment, limit) =>
  (await unappliedOf(ctx, payment, limit)).map(toUnappliedFund).map((fund) => ({
    at: fund.created_at,
    kind: 'unapplied',
    title: `Unapplied money: ${fund.reason.replaceAll('_', ' ')}`,
    id: fund.unapplied_id,
    status: fund.status,
    chain: fund.chain,
    token: fund.token,
    ...(fund.token_amount === null ? {} : { token_amount: fund.token_amount }),
    ...(fund.return_tx_hash ? { tx_hash: fund.return_tx_hash } : {}),
    ...(fund.returned_to ? { to: fund.returned_to } : {}),
  }));

const sweeps: TimelineSource = async (ctx, payment, limit) =>
  (await selectPaymentSweeps(ctx.db, payment, limit)).map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'sweep',
    title: 'Moved into the vault',
    id: row.transfer_id,
    status: row.status,
    ...amountOf(row),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    to: row.to_address,
  }));

const routes: TimelineSource = async (ctx, payment, limit) =>
  (await selectRoutesOfPayment(ctx.db, payment.payment_id)).slice(0, limit).map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'route',
    title: `Exchanged into ${row.to_token} on ${chains[row.to_chain].name}`,
    id: row.route_id,
    status: row.status,
    ...amountOf({ chain: row.chain, token: row.token, units: row.token_units }),
  }));

const payouts: TimelineSource = async (ctx, payment, limit) =>
  (await payoutsOfPayment(ctx.db, payment.payment_id)).slice(0, limit).map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'payout',
    title: 'In a payout',
    id: row.payout_id,
    status: row.status,
    ...amountOf({ chain: row.chain, token: row.token, units: row.token_units }),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    to: row.address,
  }));

const events: TimelineSource = async (ctx, payment, limit) =>
  (await selectPaymentEvents(ctx.db, payment, limit)).map(({ event_id, type, created_at }) => {
    return { at: created_at.toISOString(), kind: 'event', title: eventTitle(type), id: event_id };
  });

function eventTitle(type: string): string {
  if (type === 'payment.funds_unapplied') return 'Unapplied money';
  const [subject = '', outcome = ''] = type.split('.');
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${outcome.replaceAll('_', ' ')}`;
}

const deliveryTitles = { pending: 'delivery pending', succeeded: 'delivered', failed: 'delivery failed' };

const deliveries: TimelineSource = async (ctx, payment, limit) =>
  (await selectPaymentDeliveries(ctx.db, payment, limit)).map((row) => ({
    at: (row.attempted_at ?? row.created_at).toISOString(),
    kind: 'delivery',
    title: `${row.event_type} ${deliveryTitles[row.status]}`,
    id: row.delivery_id,
    status: row.status,
    http_status: row.http_status,
  }));

/** In the order of cause and effect, which entries with the same time keep. */
export const timelineSources: readonly TimelineSource[] = [
  created,
  arrivals,
  contested,
  cancelled,
  refunds,
  refundAddresses,
  unapplied,
  returnAddresses,
  sweeps,
  routes,
  payouts,
  postings,
  events,
  deliveries,
];

function amountOf({ chain, token, units }: { chain: ChainId; token: string; units: string }) {
  const known = chains[chain].tokens.find(({ symbol }) => symbol === token);
  const amount = known ? { token_amount: formatTokenAmount(BigInt(units), known.decimals) } : {};
  return { chain, token, ...amount };
}

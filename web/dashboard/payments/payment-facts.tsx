import type { ReactNode } from 'react';
import { symbolIn, useEnvironment } from '../shared/api/environment.ts';
import type { Payment, PaymentDetail } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { MetadataFacts } from '../shared/metadata-facts.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { isZero } from './payment.ts';
import { sumsOf, type TokenSum } from './story.ts';
import { PaidWith } from './transaction.tsx';

type Item = { label: string; value: ReactNode };

export function PaymentFacts({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  return (
    <Panel title="Details">
      <Facts items={[...moneyFacts(detail), ...transactionFacts(detail), ...orderFacts(detail)]} />
      <MetadataFacts metadata={payment.metadata} />
    </Panel>
  );
}

function moneyFacts({ payment, refunded_amount, timeline }: PaymentDetail): Item[] {
  return [
    { label: 'Payment ID', value: <Id value={payment.payment_id} label="payment ID" /> },
    { label: 'Amount', value: <Money amount={payment.amount} currency={payment.currency} /> },
    ...(isZero(refunded_amount)
      ? []
      : [{ label: 'Refunded', value: <Money amount={refunded_amount} currency={payment.currency} /> }]),
    ...sumFacts(payment, timeline),
    { label: 'Created', value: <When at={payment.created_at} exact /> },
    endFact(payment),
  ];
}

/** What came, where it is not simply what was asked for. */
function sumFacts({ tx_hash }: Payment, timeline: PaymentDetail['timeline']): Item[] {
  const received = sumsOf(timeline, 'sighting');
  const unapplied = sumsOf(timeline, 'unapplied');
  const isPartOfIt = tx_hash === undefined && received.length > 0;
  return [
    ...(isPartOfIt || unapplied.length > 0 ? [{ label: 'Received', value: <Sums sums={received} /> }] : []),
    ...(unapplied.length > 0 ? [{ label: 'Unapplied', value: <Sums sums={unapplied} /> }] : []),
  ];
}

function Sums({ sums }: { sums: TokenSum[] }) {
  return sums.map(({ token, chain, token_amount }) => (
    <div key={`${token} ${chain}`}>
      <PaidWith token={token} chain={chain} token_amount={token_amount} />
    </div>
  ));
}

function endFact({ status, completed_at, cancelled_at, expires_at }: Payment): Item {
  if (completed_at) return { label: 'Completed', value: <When at={completed_at} exact /> };
  if (cancelled_at) return { label: 'Cancelled', value: <When at={cancelled_at} exact /> };
  return { label: status === 'pending' ? 'Expires' : 'Deadline', value: <When at={expires_at} exact /> };
}

function transactionFacts({ payment, tx_url }: PaymentDetail): Item[] {
  if (!payment.tx_hash) return [{ label: 'Accepts', value: <Accepted payment={payment} /> }];
  return [
    { label: 'Paid with', value: <PaidWith {...payment} /> },
    {
      label: 'Transaction',
      value: <Id value={payment.tx_hash} label="transaction hash" short href={tx_url} />,
    },
    ...(payment.payer_address
      ? [{ label: 'Paid from', value: <Id value={payment.payer_address} label="payer address" short /> }]
      : []),
  ];
}

function Accepted({ payment: { accepted_chains, accepted_tokens } }: { payment: Payment }) {
  const environment = useEnvironment();
  const symbols = accepted_tokens.map((token) => symbolIn(environment, token));
  return `${symbols.join(', ')} on ${accepted_chains.map(chainName).join(', ')}`;
}

function orderFacts({ payment, invoice_id }: PaymentDetail): Item[] {
  const items: Item[] = [];
  if (payment.customer_email) items.push({ label: 'Customer', value: payment.customer_email });
  if (payment.reference_id)
    items.push({ label: 'Reference ID', value: <Id value={payment.reference_id} label="reference ID" /> });
  if (invoice_id)
    items.push({
      label: 'Invoice',
      value: (
        <TextLink to={`/invoices/${invoice_id}`} size="sm">
          View invoice
        </TextLink>
      ),
    });
  if (payment.redirect_url) items.push({ label: 'Redirect URL', value: payment.redirect_url });
  if (payment.cancel_url) items.push({ label: 'Cancel URL', value: payment.cancel_url });
  return items;
}

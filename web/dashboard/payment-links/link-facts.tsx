import type { PaymentLink } from '../shared/api/types.ts';
import { chainName, paymentOptionCounts } from '../shared/facts.ts';
import { Id, Money, When } from '../shared/values.tsx';
import { type AnyLink, idOf } from './kinds.ts';

export function factsOf(link: AnyLink) {
  const { accepted_chains: chains, accepted_tokens: tokens, amount, currency } = link;
  const isButton = 'button_id' in link;
  const title = isButton ? 'Button' : 'Payment link';
  const landing = link.redirect_url ?? (isButton ? 'The page with the button' : null);
  return [
    { label: `${title} ID`, value: <Id value={idOf(link)} label={`${title.toLowerCase()} ID`} /> },
    {
      label: 'Amount',
      value:
        amount === null ? `Customer chooses (${currency})` : <Money amount={amount} currency={currency} />,
    },
    ...(isButton ? [] : limitsOf(link)),
    { label: 'Description', value: link.description ?? 'Same as the name' },
    ...(landing ? [{ label: 'Redirect URL', value: landing }] : []),
    ...(link.cancel_url ? [{ label: 'Cancel URL', value: link.cancel_url }] : []),
    { label: 'Time to pay', value: `${link.expiration_minutes ?? 30} minutes` },
    {
      label: 'Chains',
      value: chains.length === paymentOptionCounts.chains ? 'All' : chains.map(chainName).join(', '),
    },
    { label: 'Tokens', value: tokens.length === paymentOptionCounts.tokens ? 'All' : tokens.join(', ') },
    { label: 'Created', value: <When at={link.created_at} exact /> },
    { label: 'Updated', value: <When at={link.updated_at} exact /> },
  ];
}

function limitsOf(link: PaymentLink) {
  const bound = (label: string, amount: string | null) =>
    amount === null ? [] : [{ label, value: <Money amount={amount} currency={link.currency} /> }];
  const { completed_payments: completed, max_payments: most } = link;
  return [
    ...bound('Minimum', link.minimum_amount),
    ...bound('Maximum', link.maximum_amount),
    ...bound('Suggested', link.suggested_amount),
    { label: 'Completed payments', value: most === null ? String(completed) : `${completed} of ${most}` },
    { label: 'Expires', value: link.expires_at ? <When at={link.expires_at} exact /> : 'Never' },
  ];
}

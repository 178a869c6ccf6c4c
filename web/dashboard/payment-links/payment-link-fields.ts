import { type MetadataRow, metadataOf } from '../shared/metadata.ts';

/** Form values, as typed. */
export interface PaymentLinkFields {
  name: string;
  kind: 'fixed' | 'free';
  amount: string;
  currency: string;
  minimum_amount: string;
  maximum_amount: string;
  suggested_amount: string;
  description: string;
  max_payments: string;
  /** As a `datetime-local` input gives it, in the member's time zone. */
  expires_at: string;
  redirect_url: string;
  cancel_url: string;
  expiration_minutes: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankPaymentLink: PaymentLinkFields = {
  name: '',
  kind: 'fixed',
  amount: '',
  currency: 'USD',
  minimum_amount: '',
  maximum_amount: '',
  suggested_amount: '',
  description: '',
  max_payments: '',
  expires_at: '',
  redirect_url: '',
  cancel_url: '',
  expiration_minutes: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** Leaves out empty fields, and the amounts of the other kind. Invalid input is sent as typed, so that the API reports it. */
export function paymentLinkBody(fields: PaymentLinkFields): Record<string, unknown> {
  const { kind, accepted_chains, accepted_tokens, metadata, ...texts } = fields;
  const isFree = kind === 'free';
  const body: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    const isOfOtherKind = name === 'amount' ? isFree : name.endsWith('_amount') && !isFree;
    if (text.trim() !== '' && !isOfOtherKind) body[name] = sentValue(name, text.trim());
  }
  if (accepted_chains.length > 0) body['accepted_chains'] = accepted_chains;
  if (accepted_tokens.length > 0) body['accepted_tokens'] = accepted_tokens;
  const pairs = metadataOf(metadata);
  if (pairs) body['metadata'] = pairs;
  return body;
}

function sentValue(name: string, text: string): unknown {
  if (name === 'max_payments' || name === 'expiration_minutes')
    return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (name !== 'expires_at') return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

import { type MetadataRow, metadataOf } from '../shared/metadata.ts';

/** Form values, as typed. */
export interface NewPaymentFields {
  amount: string;
  currency: string;
  description: string;
  reference_id: string;
  customer_email: string;
  expiration_minutes: string;
  redirect_url: string;
  cancel_url: string;
  locale: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankPayment: NewPaymentFields = {
  amount: '',
  currency: 'USD',
  description: '',
  reference_id: '',
  customer_email: '',
  expiration_minutes: '1440',
  redirect_url: '',
  cancel_url: '',
  locale: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** Leaves out empty fields. Invalid input is sent as typed, so that the API reports the error. */
export function newPaymentBody(fields: NewPaymentFields): Record<string, unknown> {
  const { accepted_chains, accepted_tokens, metadata, locale, expiration_minutes, ...texts } = fields;
  const body: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) if (text.trim() !== '') body[name] = text.trim();
  const minutes = expiration_minutes.trim();
  if (minutes !== '') body['expiration_minutes'] = /^\d{1,9}$/.test(minutes) ? Number(minutes) : minutes;
  if (locale !== '') body['checkout_options'] = { locale };
  if (accepted_chains.length > 0) body['accepted_chains'] = accepted_chains;
  if (accepted_tokens.length > 0) body['accepted_tokens'] = accepted_tokens;
  const pairs = metadataOf(metadata);
  if (pairs) body['metadata'] = pairs;
  return body;
}

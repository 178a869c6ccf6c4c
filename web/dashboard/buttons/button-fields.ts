import { changesOf } from '../shared/changes.ts';
import { type MetadataRow, metadataOf, metadataRows } from '../shared/metadata.ts';
import type { Button } from '../shared/types.ts';

/** Form values, as typed. */
export interface ButtonFields {
  name: string;
  amount: string;
  currency: string;
  description: string;
  expiration_minutes: string;
  redirect_url: string;
  cancel_url: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankButton: ButtonFields = {
  name: '',
  amount: '',
  currency: 'USD',
  description: '',
  expiration_minutes: '',
  redirect_url: '',
  cancel_url: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** A full list of chains or tokens is shown as none selected. */
export function fieldsOf(button: Button, all: { chains: number; tokens: number }): ButtonFields {
  return {
    name: button.name,
    amount: button.amount,
    currency: button.currency,
    description: button.description ?? '',
    expiration_minutes: button.expiration_minutes === null ? '' : String(button.expiration_minutes),
    redirect_url: button.redirect_url ?? '',
    cancel_url: button.cancel_url ?? '',
    accepted_chains: button.accepted_chains.length === all.chains ? [] : button.accepted_chains,
    accepted_tokens: button.accepted_tokens.length === all.tokens ? [] : button.accepted_tokens,
    metadata: metadataRows(button.metadata),
  };
}

/** Leaves out empty fields. Invalid input is sent as typed, so that the API reports the error. */
export function createBody(fields: ButtonFields): Record<string, unknown> {
  const minutes = fields.expiration_minutes.trim();
  return {
    name: given(fields.name),
    amount: given(fields.amount),
    currency: fields.currency,
    description: given(fields.description),
    redirect_url: given(fields.redirect_url),
    cancel_url: given(fields.cancel_url),
    expiration_minutes: /^\d{1,9}$/.test(minutes) ? Number(minutes) : given(minutes),
    accepted_chains: fields.accepted_chains.length === 0 ? undefined : fields.accepted_chains,
    accepted_tokens: fields.accepted_tokens.length === 0 ? undefined : fields.accepted_tokens,
    metadata: metadataOf(fields.metadata),
  };
}

export function changesBody(before: ButtonFields, after: ButtonFields): Record<string, unknown> {
  return changesOf(createBody(before), createBody(after));
}

function given(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

import type { Body, Typed } from '../shared/api/api-types.ts';
import type { Button } from '../shared/api/types.ts';
import { changesOf } from '../shared/changes.ts';
import { type MetadataRow, metadataOf, metadataRows } from '../shared/fields/metadata.ts';
import { chosenOptions, given, optionFields, wholeNumber } from '../shared/fields/typed-fields.ts';

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

export function fieldsOf(button: Button, all: { chains: number; tokens: number }): ButtonFields {
  return {
    name: button.name,
    amount: button.amount,
    currency: button.currency,
    description: button.description ?? '',
    expiration_minutes: button.expiration_minutes === null ? '' : String(button.expiration_minutes),
    redirect_url: button.redirect_url ?? '',
    cancel_url: button.cancel_url ?? '',
    ...optionFields(button, all),
    metadata: metadataRows(button.metadata),
  };
}

/** Leaves out empty fields. */
export function createBody(fields: ButtonFields): Typed<Body<'/api/v1/buttons', 'post'>> {
  return {
    name: given(fields.name),
    amount: given(fields.amount),
    currency: fields.currency,
    description: given(fields.description),
    redirect_url: given(fields.redirect_url),
    cancel_url: given(fields.cancel_url),
    expiration_minutes: wholeNumber(fields.expiration_minutes),
    ...chosenOptions(fields),
    metadata: metadataOf(fields.metadata),
  };
}

export function changesBody(before: ButtonFields, after: ButtonFields) {
  return changesOf(createBody(before), createBody(after));
}

import type { Context } from '../../app/context.ts';
import type { Currency } from '../../lib/currencies.ts';
import { ApiError } from '../../lib/errors.ts';
import { fiatOf } from '../../lib/money.ts';
import { type AmountOwner, assertPayable } from '../payment/payments.ts';
import type { LinkAmounts } from './payment-link.ts';

const fields = {
  amount_minor: 'amount',
  minimum_minor: 'minimum_amount',
  maximum_minor: 'maximum_amount',
  suggested_minor: 'suggested_amount',
} as const;
type AmountFields = { [Name in (typeof fields)[keyof LinkAmounts]]?: string };

export const noAmounts: LinkAmounts = {
  amount_minor: null,
  minimum_minor: null,
  maximum_minor: null,
  suggested_minor: null,
};

/** Omitted amounts stay as they were. */
export function amountsOf(body: AmountFields, before = noAmounts): LinkAmounts {
  const minor = (column: keyof LinkAmounts) => {
    const text = body[fields[column]];
    return text === undefined ? before[column] : fiatOf(text);
  };
  return {
    amount_minor: minor('amount_minor'),
    minimum_minor: minor('minimum_minor'),
    maximum_minor: minor('maximum_minor'),
    suggested_minor: minor('suggested_minor'),
  };
}

/** Throws unless each amount can be paid and they fit together. Errors quote `body`. */
export function assertAmounts(
  ctx: Context,
  owner: AmountOwner,
  amounts: LinkAmounts & { currency: Currency },
  body: AmountFields,
): void {
  const { currency } = amounts;
  for (const [column, field] of Object.entries(fields) as [keyof LinkAmounts, keyof AmountFields][]) {
    const amount_minor = amounts[column];
    if (amount_minor === null) continue;
    if (column !== 'amount_minor' && amounts.amount_minor !== null)
      throw misfit(field, body[field], 'A link with a fixed amount has no other amounts. Leave it out.');
    payable(ctx, owner, { amount_minor, currency }, field, body[field]);
  }
  const { minimum_minor: least, maximum_minor: most, suggested_minor: suggested } = amounts;
  if (least !== null && most !== null && least > most)
    throw misfit('maximum_amount', body.maximum_amount, 'The maximum is below the minimum.');
  if (suggested !== null && (suggested < (least ?? suggested) || suggested > (most ?? suggested)))
    throw misfit('suggested_amount', body.suggested_amount, 'Suggest an amount from minimum to maximum.');
}

/** The limits of payments, with the field that is at fault. */
function payable(
  ctx: Context,
  owner: AmountOwner,
  price: Parameters<typeof assertPayable>[2],
  field: string,
  provided: string | undefined,
): void {
  try {
    assertPayable(ctx, owner, price, provided);
  } catch (error) {
    if (!(error instanceof ApiError) || error.details?.['field'] !== 'amount') throw error;
    throw new ApiError(error.code, { message: error.message, details: { ...error.details, field } });
  }
}

function misfit(field: string, provided: string | undefined, message: string): ApiError {
  return new ApiError('INVALID_AMOUNT', { message, details: { field, provided } });
}

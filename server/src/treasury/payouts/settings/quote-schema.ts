import { type Static, Type } from 'typebox';
import { chainIds, tokenDecimals, tokens } from '../../../lib/chains/registry.ts';
import { nullable, oneOf } from '../../../lib/fields.ts';
import { formatTokenAmount } from '../../../lib/money.ts';
import type { WayQuote } from '../../routes/quotes.ts';
import type { Asset } from '../payout.ts';

export const quoteQuery = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN', description: 'Chain of the settlement asset.' }),
  token: oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN', description: 'Token of the settlement asset.' }),
});

const wayQuoteResource = Type.Object({
  chain: oneOf(chainIds, { description: 'Where customers pay.' }),
  token: oneOf(tokens, { description: 'What customers pay with.' }),
  token_amount: Type.String({ description: 'Worth 100 USD. Six decimals.' }),
  arriving_amount: nullable(
    Type.String({
      description:
        'Of the settlement asset, before network fees, which the operator pays. Null: not possible now.',
    }),
  ),
  explanation: Type.String({ description: 'The way, or why there is none.' }),
});

/** Named in the OpenAPI document. */
export const namedWayQuote = { name: 'SettlementQuote', schema: wayQuoteResource };

export function toWayQuote(quote: WayQuote, target: Asset): Static<typeof wayQuoteResource> {
  const { chain, token, units, arrivingUnits, explanation } = quote;
  const decimals = tokenDecimals(target.chain, target.token);
  return {
    chain,
    token,
    token_amount: formatTokenAmount(units, tokenDecimals(chain, token)),
    arriving_amount: arrivingUnits === null ? null : formatTokenAmount(arrivingUnits, decimals),
    explanation,
  };
}

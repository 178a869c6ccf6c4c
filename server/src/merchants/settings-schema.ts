import { type Static, Type } from 'typebox';
import { type ChainId, chainIds, chains, type Token, tokens } from '../chains/registry.ts';
import { acceptedChainsField, acceptedTokensField, emailField, nullable, oneOf } from '../fields.ts';

/** Native tokens and stablecoins, without the discontinued BUSD. */
export const settlementCurrencies = tokens.filter((token) => {
  const native = chainIds.some((chain) => chains[chain].tokens[0]?.symbol === token);
  return native || ['USDC', 'USDT', 'DAI'].includes(token);
});

const maxAddressLength = 100;
const address = () => Type.String({ maxLength: maxAddressLength });

export const settingsBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  support_email: Type.Optional(nullable(emailField('Support address shown to customers.'))),
  simulated_customer: Type.Optional(Type.Boolean()),
  default_accepted_chains: Type.Optional(nullable(acceptedChainsField())),
  default_accepted_tokens: Type.Optional(nullable(acceptedTokensField())),
  payout_wallets: Type.Optional(
    Type.Object({
      evm: Type.Optional(nullable(address())),
      solana: Type.Optional(nullable(address())),
    }),
  ),
  settlement_currency: Type.Optional(
    nullable(oneOf<readonly Token[]>(settlementCurrencies, { 'x-error-code': 'INVALID_TOKEN' })),
  ),
  settlement_chain: Type.Optional(nullable(oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }))),
});
export type SettingsBody = Static<typeof settingsBody>;

/** Fields that need the permission `payouts.write`. All others need `settings.write`. */
export const payoutFields: (keyof SettingsBody)[] = [
  'payout_wallets',
  'settlement_currency',
  'settlement_chain',
];

export const logoBody = Type.Object({
  content_type: oneOf(['image/png', 'image/jpeg', 'image/webp']),
  data: Type.String({ minLength: 1, format: 'base64', description: 'The image, base64-encoded.' }),
});
export type LogoBody = Static<typeof logoBody>;

export interface Settings {
  name: string;
  logo_url: string | null;
  support_email: string | null;
  simulated_customer: boolean;
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
  payout_wallets: { evm: string | null; solana: string | null };
  settlement_currency: Token | null;
  settlement_chain: ChainId | null;
}

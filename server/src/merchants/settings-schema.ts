import { type Static, Type } from 'typebox';
import { chainIds, tokens } from '../lib/chains/registry.ts';
import {
  accentColorField,
  acceptedChainsField,
  acceptedTokensField,
  addressField,
  emailField,
  nullable,
  oneOf,
  pageUrlField,
  taxIdField,
} from '../lib/fields.ts';

export const settingsBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, format: 'one-line' })),
  support_email: Type.Optional(nullable(emailField('Support address shown to customers.'))),
  support_url: Type.Optional(nullable(pageUrlField('Support page shown to customers.'))),
  address: Type.Optional(
    nullable(addressField('Postal address shown on your invoices, in up to eight lines.')),
  ),
  tax_id: Type.Optional(nullable(taxIdField('Tax or VAT number shown on your invoices.'))),
  accent_color: Type.Optional(nullable(accentColorField())),
  simulated_customer: Type.Optional(Type.Boolean()),
  sum_by_payer: Type.Optional(Type.Boolean()),
  default_accepted_chains: Type.Optional(nullable(acceptedChainsField())),
  default_accepted_tokens: Type.Optional(nullable(acceptedTokensField())),
});
export type SettingsBody = Static<typeof settingsBody>;

export const logoBody = Type.Object({
  content_type: oneOf(['image/png', 'image/jpeg', 'image/webp']),
  data: Type.String({ minLength: 1, format: 'base64', description: 'The image, base64-encoded.' }),
});
export type LogoBody = Static<typeof logoBody>;

const settingsResource = Type.Object({
  name: Type.String(),
  logo_url: nullable(Type.String()),
  support_email: nullable(Type.String()),
  support_url: nullable(Type.String()),
  address: nullable(Type.String()),
  tax_id: nullable(Type.String()),
  accent_color: nullable(Type.String()),
  simulated_customer: Type.Boolean(),
  sum_by_payer: Type.Boolean({
    description: 'Whether live payments of one payer count together when it is decided which ones are large.',
  }),
  default_accepted_chains: nullable(Type.Array(oneOf(chainIds))),
  default_accepted_tokens: nullable(Type.Array(oneOf(tokens))),
});
export type Settings = Static<typeof settingsResource>;

/** Named in the OpenAPI document of the dashboard. */
export const namedSettings = { name: 'Settings', schema: settingsResource };

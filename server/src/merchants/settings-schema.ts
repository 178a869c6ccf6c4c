import { type Static, Type } from 'typebox';
import type { ChainId, Token } from '../chains/registry.ts';
import {
  accentColorField,
  acceptedChainsField,
  acceptedTokensField,
  addressField,
  emailField,
  nullable,
  oneOf,
  taxIdField,
} from '../fields.ts';

export const settingsBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  support_email: Type.Optional(nullable(emailField('Support address shown to customers.'))),
  address: Type.Optional(
    nullable(addressField('Postal address shown on your invoices, in up to eight lines.')),
  ),
  tax_id: Type.Optional(nullable(taxIdField('Tax or VAT number shown on your invoices.'))),
  accent_color: Type.Optional(nullable(accentColorField())),
  simulated_customer: Type.Optional(Type.Boolean()),
  default_accepted_chains: Type.Optional(nullable(acceptedChainsField())),
  default_accepted_tokens: Type.Optional(nullable(acceptedTokensField())),
});
export type SettingsBody = Static<typeof settingsBody>;

export const logoBody = Type.Object({
  content_type: oneOf(['image/png', 'image/jpeg', 'image/webp']),
  data: Type.String({ minLength: 1, format: 'base64', description: 'The image, base64-encoded.' }),
});
export type LogoBody = Static<typeof logoBody>;

export interface Settings {
  name: string;
  logo_url: string | null;
  support_email: string | null;
  address: string | null;
  tax_id: string | null;
  accent_color: string | null;
  simulated_customer: boolean;
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
}

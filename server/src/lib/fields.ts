import { type TSchema, Type } from 'typebox';
import { chainIds, tokens } from './chains/registry.ts';
import { currencies } from './currencies.ts';

/** Schema fields shared by several resources. */

/** A string enum, typed as a union of literals. */
/** On invoices. */
export function addressField(description: string) {
  return Type.String({ minLength: 1, maxLength: 500, format: 'postal-address', description });
}

/** On customer pages and in e-mails. */
export function accentColorField() {
  return Type.String({ format: 'hex-color', description: 'Colour of buttons and links, as #rrggbb.' });
}

/** On invoices. Every country has its own form. */
export function taxIdField(description: string) {
  return Type.String({ minLength: 1, maxLength: 50, format: 'one-line', description });
}

export function oneOf<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });
}

export const amountField = (description: string) =>
  Type.String({ format: 'money', 'x-error-code': 'INVALID_AMOUNT', description, examples: ['49.99'] });

export const currencyField = () =>
  oneOf(currencies, { 'x-error-code': 'INVALID_CURRENCY', description: 'ISO 4217 code.' });

export const returnUrlField = (description: string) =>
  Type.String({
    format: 'return-url',
    maxLength: 2048,
    'x-error-code': 'INVALID_URL',
    description: `${description} HTTPS; in test mode also \`http://localhost\`, \`http://127.0.0.1\` and \`http://[::1]\`.`,
  });

/** For settings, which both modes share. */
export const pageUrlField = (description: string) =>
  Type.String({
    format: 'page-url',
    maxLength: 2048,
    'x-error-code': 'INVALID_URL',
    description: `${description} HTTPS.`,
  });

export const emailField = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, 'x-error-code': 'INVALID_EMAIL', description });

export const descriptionField = (description?: string) =>
  Type.String({
    maxLength: 500,
    format: 'plain-text',
    'x-size-error-code': 'DESCRIPTION_TOO_LONG',
    ...(description ? { description } : {}),
  });

export const expirationField = () =>
  Type.Integer({
    minimum: 5,
    maximum: 1440,
    default: 30,
    'x-error-code': 'INVALID_EXPIRATION',
    description: 'How many minutes the customer has to pay.',
  });

/** Free key-value pairs. */
export type Metadata = Record<string, string | number | boolean>;

/** Not TypeBox's Record: it emits patternProperties, which OpenAPI tools handle badly. */
export const metadataField = () =>
  Type.Unsafe<Metadata>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 500, 'x-size-error-code': 'METADATA_TOO_LARGE' },
    maxProperties: 20,
    'x-size-error-code': 'METADATA_TOO_LARGE',
    description:
      'Your own key-value pairs: at most 20 keys, 500 characters per value. Values are strings, numbers or booleans.',
  });

export const acceptedChainsField = () =>
  Type.Array(oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' }), {
    minItems: 1,
    maxItems: 64,
    'x-error-code': 'INVALID_CHAIN',
    description: 'Chains the customer can pay on. Defaults to the chains in your settings, or all.',
  });

export const acceptedTokensField = () =>
  Type.Array(oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN' }), {
    minItems: 1,
    maxItems: 64,
    'x-error-code': 'INVALID_TOKEN',
    description: 'Tokens the customer can pay with. Defaults to the tokens in your settings, or all.',
  });

/** A field that can be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

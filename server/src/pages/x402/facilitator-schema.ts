import { type Static, Type } from 'typebox';
import { settleResponse } from './messages.ts';

/** What x402 sends has fields that the service does not look at, and extensions. */
const message = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

export const facilitatorBody = Type.Object({
  x402Version: Type.Optional(Type.Integer({ description: 'Always 2.' })),
  paymentPayload: message('What the client sent in `PAYMENT-SIGNATURE`, decoded.'),
  paymentRequirements: message('The way to pay that your server offered and the client took.'),
});

const supportedResource = Type.Object({
  kinds: Type.Array(
    Type.Object({
      x402Version: Type.Integer({ description: 'Always 2.' }),
      scheme: Type.String({ description: 'Always `exact`.' }),
      network: Type.String({ description: 'As CAIP-2 names it, such as `eip155:8453`.' }),
      extra: Type.Optional(
        Type.Object(
          { feePayer: Type.String({ description: 'Pays the fee of the transaction.' }) },
          { description: 'On Solana.' },
        ),
      ),
    }),
    { description: 'Where payments by signature are taken now. None with a test key.' },
  ),
  extensions: Type.Array(Type.String(), { description: 'None.' }),
  signers: Type.Unsafe<Record<string, string[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'The addresses that pay gas, by family of networks.',
  }),
});
export type Supported = Static<typeof supportedResource>;

const verifyResource = Type.Object({
  isValid: Type.Boolean({ description: 'Whether it would be settled now.' }),
  invalidReason: Type.Optional(Type.String({ description: 'Why not, in the words of x402.' })),
  invalidMessage: Type.Optional(Type.String({ description: 'The same for people.' })),
  payer: Type.Optional(Type.String({ description: 'The address that signed.' })),
});
export type VerifyResponse = Static<typeof verifyResource>;

/** Named in the OpenAPI document. */
export const namedSupported = { name: 'X402Supported', schema: supportedResource };
export const namedVerification = { name: 'X402Verification', schema: verifyResource };
export const namedSettlement = { name: 'X402Settlement', schema: settleResponse };
export const facilitatorResources = [namedSupported, namedVerification, namedSettlement];

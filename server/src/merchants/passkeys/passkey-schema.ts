import { type Static, Type } from 'typebox';
import { nullable } from '../../lib/fields.ts';

/** Base64url. The longest are attestations, of a few KB. */
const bytes = (maxLength: number) => Type.String({ writeOnly: true, maxLength });

const credential = {
  id: bytes(2000),
  rawId: bytes(2000),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
};

/** What `navigator.credentials.get` answers, in its JSON form. */
export const assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: Type.Optional(nullable(bytes(200))),
  }),
});
export type Assertion = Static<typeof assertion>;

/** What `navigator.credentials.create` answers. The browser's copies of what is in `attestationObject` are not used. */
export const attestation = Type.Object({
  ...credential,
  response: Type.Object(
    { clientDataJSON: bytes(4000), attestationObject: bytes(20_000) },
    { additionalProperties: true },
  ),
});
export type Attestation = Static<typeof attestation>;

const passkey = Type.Object({
  passkey_id: Type.String(),
  name: Type.String(),
  created_at: Type.String(),
  last_used_at: nullable(Type.String()),
});
export type Passkey = Static<typeof passkey>;
export const namedPasskey = { name: 'Passkey', schema: passkey };

/** Options of `navigator.credentials.get`, in their JSON form. */
export const requestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  allowCredentials: Type.Array(Type.Object({ type: Type.Literal('public-key'), id: Type.String() })),
});
export type RequestOptions = Static<typeof requestOptions>;

/** Options of `navigator.credentials.create`, in their JSON form. */
export const creationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(Type.Object({ type: Type.Literal('public-key'), id: Type.String() })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
});
export type CreationOptions = Static<typeof creationOptions>;

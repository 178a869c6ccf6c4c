import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';

/** Base64url. The longest are attestations, of a few KB. */
const bytes = (maxLength: number) => Type.String({ writeOnly: true, maxLength });

const credential = {
  id: bytes(2000),
  rawId: bytes(2000),
  type: oneOf(['public-key']),
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

/** What `navigator.credentials.create` answers, without the browser's copies of what is in `attestationObject`. */
export const attestation = Type.Object({
  ...credential,
  response: Type.Object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000) }),
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

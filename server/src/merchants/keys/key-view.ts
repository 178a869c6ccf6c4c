import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';

const keyResource = Type.Object(
  {
    key_id: Type.String(),
    name: nullable(Type.String()),
    kind: oneOf(['secret', 'publishable']),
    environment: oneOf(['test', 'live']),
    hint: Type.String({ description: 'The last four characters.' }),
    allowed_ips: nullable(Type.Array(Type.String())),
    permissions: nullable(
      Type.Array(Type.String(), {
        description:
          'What it may do, in the words of the members’ permissions. Null: everything that its kind allows.',
      }),
    ),
    any_address: Type.Boolean({
      description:
        'It may say to which address a live refund or unapplied money goes: `refunds.any_address`.',
    }),
    strict: Type.Boolean({ description: 'It refuses requests with fields that the API does not know.' }),
    expires_at: nullable(Type.String({ description: 'Null: never.' })),
    last_used_at: nullable(Type.String()),
    created_at: Type.String(),
    revoked_at: nullable(Type.String()),
    key: Type.Optional(Type.String({ description: 'Only in the response to its creation.' })),
  },
  { description: 'A key as its merchant sees it.' },
);
export type Key = Static<typeof keyResource>;

/** Named in the OpenAPI document of the dashboard. */
export const namedKey = { name: 'Key', schema: keyResource };

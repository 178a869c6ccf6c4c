import { type Static, Type } from 'typebox';
import { nullable } from '../../lib/fields.ts';

const ownSession = Type.Object(
  {
    session_id: Type.String(),
    device: Type.String(),
    network: nullable(
      Type.String({
        description: 'An IPv4 address or an IPv6 /64. Null for sessions from before it was kept.',
      }),
    ),
    created_at: Type.String(),
    last_seen_at: Type.String(),
    current: Type.Boolean({ description: 'The session of the request.' }),
  },
  { description: 'A browser in which the member is signed in.' },
);
export type OwnSession = Static<typeof ownSession>;

/** Named in the OpenAPI document of the dashboard. */
export const namedOwnSession = { name: 'OwnSession', schema: ownSession };

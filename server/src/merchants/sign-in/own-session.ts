import { type Static, Type } from 'typebox';

const ownSession = Type.Object(
  {
    session_id: Type.String(),
    device: Type.String(),
    network: Type.String({ description: 'An IPv4 address or an IPv6 /64.' }),
    created_at: Type.String(),
    last_seen_at: Type.String(),
    current: Type.Boolean({ description: 'The session of the request.' }),
  },
  { description: 'A browser in which the member is signed in.' },
);
export type OwnSession = Static<typeof ownSession>;

/** Named in the OpenAPI document of the dashboard. */
export const namedOwnSession = { name: 'OwnSession', schema: ownSession };

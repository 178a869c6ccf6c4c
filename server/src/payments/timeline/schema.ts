import { type Static, Type } from 'typebox';
import { oneOf } from '../../lib/fields.ts';

const timelineKinds = [
  'created',
  'cancelled',
  'sighting',
  'confirmation',
  'posting',
  'event',
  'delivery',
  'refund',
  'unapplied',
  'sweep',
  'route',
  'payout',
] as const;

const evidence = {
  chain: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  token_amount: Type.Optional(Type.String({ description: 'Six decimals.' })),
  tx_hash: Type.Optional(Type.String()),
  block_number: Type.Optional(Type.Integer()),
  block_hash: Type.Optional(Type.String()),
  from: Type.Optional(Type.String({ description: 'Address that sent the money.' })),
  to: Type.Optional(Type.String({ description: 'Address that got the money.' })),
  http_status: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'Of the last attempt to deliver.' }),
  ),
  lines: Type.Optional(
    Type.Array(
      Type.Object({
        account: Type.String({ description: 'Kind of account in the ledger.' }),
        chain: Type.String(),
        token: Type.String(),
        units: Type.String({
          description: 'Smallest units: positive where we hold more, negative where we owe more.',
        }),
      }),
    ),
  ),
};

const timelineEntry = Type.Object({
  at: Type.String({ format: 'date-time', description: 'When it happened.' }),
  kind: oneOf(timelineKinds),
  title: Type.String({ description: 'What happened, in words.' }),
  id: Type.String({
    description: 'What it is about: a payment, arrival, posting, event, delivery, refund …',
  }),
  status: Type.Optional(Type.String({ description: 'Its status now.' })),
  ...evidence,
});
export type TimelineEntry = Static<typeof timelineEntry>;

/** Named in the OpenAPI document. */
export const namedTimelineEntry = { name: 'TimelineEntry', schema: timelineEntry };
export const timelineResources = [namedTimelineEntry];

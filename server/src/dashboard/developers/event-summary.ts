import { Type } from 'typebox';

/** An event in the detail of a payment or request. */
export const eventSummary = Type.Object({
  event_id: Type.String(),
  type: Type.String(),
  created_at: Type.String(),
});

import { Type } from 'typebox';
import { oneOf } from '../../lib/fields.ts';

export const simulateBody = Type.Object({
  outcome: oneOf(['complete', 'fail', 'expire'], { description: 'The end to drive the payment to.' }),
});

import { describe, expect, it } from 'vitest';
import { textTelling } from './listen-output.ts';

const event = {
  id: 'evt_1',
  type: 'payment.completed',
  created_at: '2026-03-01T12:00:00.000Z',
  data: { payment_id: 'pay_1' },
};
const taken = { httpStatus: 200, responseBody: 'ok', latencyMs: 3, error: null };
const refused = { httpStatus: 500, responseBody: '\u001b[2Jboom', latencyMs: 3, error: 'responded with 500' };
const at = new Date();

describe('with colours', () => {
  it('accepted responses are green, others red', () => {
    const { answered } = textTelling(true);
    expect(answered(event, taken, at).join()).toContain('\u001b[32m200\u001b[0m in 3 ms');
    expect(answered(event, refused, at).join()).toContain('\u001b[31m500\u001b[0m in 3 ms');
  });

  it('escape codes in a response are removed', () => {
    expect(textTelling(true).answered(event, refused, at).join()).not.toContain('\u001b[2J');
  });
});

describe('without colours', () => {
  it('no line contains an escape code', () => {
    const { started, forwarding, answered, ended } = textTelling(false);
    const lines = [
      ...started({ apiUrl: 'http://a', forwardTo: 'http://b', events: null, secret: 'whsec_x' }),
      ...forwarding(event, at),
      ...answered(event, refused, at),
      ...ended({ accepted: 1, failed: 1 }),
    ];
    expect(lines.join('')).not.toContain('\u001b');
  });
});

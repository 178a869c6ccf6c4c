import { createHash } from 'node:crypto';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatUnits } from '../../lib/money.ts';
import { deliveryHeaders, signingKey } from '../../messages/webhooks/deliveries/signatures.ts';
import { fetchJson } from '../../platform/fetch-json.ts';
import type { Answer, Question, ScreeningProvider } from './screening.ts';

const deadlineMs = 5000;
const maxAnswerBytes = 16 * 1024;
const maxReasonLength = 500;

/**
 * The operator's own endpoint. It is asked with a POST that is signed as webhooks are. Anything but a 200 with a decision is
 * no answer, a redirect too: the signature is for this URL.
 */
export function createEndpointProvider(url: string, secret: string, clock: Clock): ScreeningProvider {
  const keys = [signingKey(secret)] as const;
  return {
    name: 'endpoint',
    covers: () => true,
    async ask(question) {
      const body = bodyOf(question);
      const bytes = Buffer.from(JSON.stringify(body));
      const headers = deliveryHeaders({
        attemptId: attemptIdOf(question, clock.nowMs()),
        eventId: question.screening_id,
        eventType: 'screening',
        body: bytes,
        keys,
        at: clock.now(),
      });
      return answerIn(await fetchJson(url, { body, headers, deadlineMs, maxBytes: maxAnswerBytes }));
    },
  };
}

/** Tells attempts of one question apart in the endpoint's log. */
function attemptIdOf({ screening_id: id }: Question, nowMs: number): string {
  return `att_${createHash('sha256').update(`${id} ${nowMs}`).digest('hex').slice(0, 26)}`;
}

function bodyOf(question: Question) {
  const {
    screening_id: id,
    direction,
    kind,
    chain,
    token,
    units,
    address,
    merchant_id,
    resource_id,
  } = question;
  return {
    id,
    direction,
    kind,
    chain,
    token,
    token_amount: formatUnits(BigInt(units), tokenDecimals(chain, token)),
    address: address === '' ? null : address,
    tx_hash: question.tx_hash,
    merchant_id,
    resource_id,
  };
}

/** Reasons are shown to operators, and kept: control characters go, and so does what is too long. */
function answerIn(json: unknown): Answer {
  const { decision, reason } = (json ?? {}) as { decision?: unknown; reason?: unknown };
  if (decision !== 'ok' && decision !== 'hold' && decision !== 'refuse')
    throw new Error('the answer has no "decision" that is "ok", "hold" or "refuse"');
  const text =
    typeof reason === 'string'
      ? reason
          .toWellFormed()
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
      : '';
  return { verdict: decision, reason: text.slice(0, maxReasonLength) || null };
}

import type { SendResult } from '../../messages/webhooks/deliveries/sender.ts';
import { printable } from './api-problem.ts';
import { type FollowedEvent, resourceIdOf } from './event-follower.ts';

interface Start {
  apiUrl: string;
  forwardTo: string;
  /** Null for all types. */
  events: string[] | null;
  secret: string;
}

export interface Totals {
  accepted: number;
  failed: number;
}

/** Output of `webhooks listen`. Each method returns the lines to print. */
export interface Telling {
  started(start: Start): string[];
  forwarding(event: FollowedEvent, at: Date): string[];
  answered(event: FollowedEvent, result: SendResult, at: Date): string[];
  ended(totals: Totals): string[];
}

const shownAnswerChars = 200;

/** One JSON object per line, distinguished by `kind`. */
export const jsonTelling: Telling = {
  started: ({ apiUrl, forwardTo, events, secret }) => [
    line({ kind: 'ready', api_url: apiUrl, forward_to: forwardTo, events: events ?? ['*'], secret }),
  ],
  forwarding: () => [],
  answered: (event, result, at) => [
    line({
      kind: 'delivery',
      answered_at: at.toISOString(),
      event_id: event.id,
      event_type: event.type,
      resource_id: resourceIdOf(event),
      success: result.error === null,
      http_status: result.httpStatus,
      response_body: result.responseBody,
      latency_ms: result.latencyMs,
      error: result.error,
    }),
  ],
  ended: (totals) => [line({ kind: 'summary', ...totals })],
};

/** For people: one line per forwarded event, and one per response. */
export function textTelling(colours: boolean): Telling {
  const paint = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, dim, red, green] = [paint(1), paint(2), paint(31), paint(32)];
  return {
    started: ({ apiUrl, forwardTo, events, secret }) => [
      `Ready. Forwarding test events of ${apiUrl} to ${forwardTo}${events ? `: ${events.join(', ')}` : ''}`,
      `Signing secret (the same every time): ${bold(secret)}`,
      dim('Press Ctrl-C to stop.'),
    ],
    forwarding: (event, at) => [
      `${dim(clockTime(at))}  --> ${bold(event.type)}  ${event.id}  ${printable(resourceIdOf(event))}`,
    ],
    answered(event, result, at) {
      const accepted = result.error === null;
      const status = result.httpStatus === null ? 'no response' : String(result.httpStatus);
      const took = `${accepted ? green(status) : red(status)} in ${result.latencyMs} ms`;
      return [`${dim(clockTime(at))}  <-- ${took}  ${event.id}${accepted ? '' : `  ${problem(result)}`}`];
    },
    ended: ({ accepted, failed }) => {
      const total = accepted + failed;
      return [
        `${total} ${total === 1 ? 'event' : 'events'} forwarded: ${accepted} accepted, ${failed} failed.`,
      ];
    },
  };
}

function problem({ error, responseBody }: SendResult): string {
  const said = printable(responseBody ?? '').slice(0, shownAnswerChars);
  return printable(error ?? '') + (said === '' ? '' : `: ${said}`);
}

function clockTime(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

function line(value: object): string {
  return JSON.stringify(value);
}

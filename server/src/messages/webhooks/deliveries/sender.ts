import type { Dispatcher } from 'undici';
import type { Environment } from '../../../lib/environment.ts';
import { createResolver, type Resolver } from '../../../platform/dns/resolver.ts';
import { literalAddress } from '../endpoints/addresses.ts';
import { createEgress, type Egress } from './egress.ts';

/** From resolving the host name to the end of the response. */
const attemptMs = 10_000;
/** Aborts longer bodies: a receiver may stream without end. */
const maxResponseBytes = 64 * 1024;
const keptResponseBytes = 4 * 1024;

export interface Outgoing {
  /** Null outside the service. */
  merchantId: string | null;
  environment: Environment;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface SendResult {
  httpStatus: number | null;
  /** The first 4 KiB as text; null without a response. */
  responseBody: string | null;
  latencyMs: number;
  /** Shown to the merchant; null when the receiver responded 2xx in time. */
  error: string | null;
}

export interface Sender {
  send(outgoing: Outgoing): Promise<SendResult>;
  close(): Promise<void>;
}

/** A URL split the way undici's `dispatch` takes it. */
interface Target {
  origin: string;
  path: string;
  /** Null when the host is an IP address. */
  hostname: string | null;
}

const maxTargets = 1000;

/** Caches parsed URLs: a busy endpoint needs its URL for every delivery. */
const targets = new Map<string, Target>();

function targetOf(url: string): Target {
  const known = targets.get(url);
  if (known) return known;
  const { origin, pathname, search, hostname } = new URL(url);
  const isName = literalAddress(hostname) === null;
  const target = { origin, path: pathname + search, hostname: isName ? hostname : null };
  if (targets.size >= maxTargets) targets.clear();
  targets.set(url, target);
  return target;
}

interface Options {
  resolver?: Resolver;
  /** For test endpoints only; live deliveries never reach private addresses. */
  allowPrivate?: boolean;
  deadlineMs?: number;
}

/** Closing it also closes its resolver. */
export function createSender(options: Options = {}): Sender {
  const { resolver = createResolver(), allowPrivate = true, deadlineMs = attemptMs } = options;
  const egress = createEgress(deadlineMs, resolver.resolve, allowPrivate);
  return {
    send: (outgoing) => new Promise((resolve) => attempt(egress, outgoing, deadlineMs, resolve)),
    async close() {
      resolver.close();
      await egress.close();
    },
  };
}

/** Makes one attempt. Never throws and always calls `done` within the deadline: failures are results too. */
function attempt(
  egress: Egress,
  outgoing: Outgoing,
  deadlineMs: number,
  done: (result: SendResult) => void,
): void {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let httpStatus: number | null = null;
  let controller: Dispatcher.DispatchController | undefined;
  let ended = false;

  function finish(error: string | null): void {
    if (ended) return;
    ended = true;
    clearTimeout(deadline);
    const responseBody = httpStatus === null ? null : readable(chunks);
    done({ httpStatus, responseBody, latencyMs: Math.round(performance.now() - startedAt), error });
  }
  function giveUp(reason: string): void {
    finish(reason);
    controller?.abort(new Error(reason));
  }
  const deadline = setTimeout(
    () => giveUp(`no complete response within ${deadlineMs / 1000} seconds`),
    deadlineMs,
  );

  function dispatch({ origin, path }: Target): void {
    if (ended) return;
    const { environment, headers, body } = outgoing;
    egress.dispatcher(environment).dispatch(
      { origin, path, method: 'POST', headers, body },
      {
        onRequestStart(started) {
          controller = started;
          if (ended) started.abort(new Error('given up'));
        },
        onResponseStart(_controller, status) {
          httpStatus = status;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (bytes - chunk.length < keptResponseBytes) chunks.push(chunk);
          if (bytes > maxResponseBytes) giveUp(`the response is longer than ${maxResponseBytes / 1024} KiB`);
        },
        onResponseEnd() {
          finish(statusProblem(httpStatus));
        },
        onResponseError(_controller, error) {
          finish(explain(error));
        },
      },
    );
  }

  try {
    const target = targetOf(outgoing.url);
    if (target.hostname === null) dispatch(target);
    else
      egress
        .resolve(target.hostname, outgoing.merchantId)
        .then(() => dispatch(target))
        .catch((error) => finish(explain(error)));
  } catch (error) {
    finish(explain(error));
  }
}

function statusProblem(status: number | null): string | null {
  if (status === null) return 'the connection was closed without a response';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `responded with ${status}: redirects are not followed`
    : `responded with ${status}`;
}

/** Decodes the response to text that Postgres can store: no NUL, no invalid UTF-8. */
function readable(chunks: Buffer[]): string {
  const kept = Buffer.concat(chunks).subarray(0, keptResponseBytes);
  return kept.toString('utf8').replaceAll('\0', '\uFFFD').toWellFormed();
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first instanceof Error ? first : error;
  return (cause.message || cause.name).toWellFormed().replaceAll('\0', '').slice(0, 500);
}

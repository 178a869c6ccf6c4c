import type { Payment } from '../types.ts';
import type { Asked, Gate, Verdict } from './gate.ts';

/**
 * What the paywall uses of a request of `node:http`, and of Express.
 *
 * @example
 * createServer(paywall.node((request, response) => response.end(report)));
 */
export interface PaywallNodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  /** Express: the URL before a router took its part off. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * The same of a response.
 *
 * @example
 * createServer(paywall.node((request, response) => response.end(report)));
 */
export interface PaywallNodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * The same of Fastify's reply.
 *
 * @example
 * app.get('/report', { preHandler: paywall.fastify() }, async () => report);
 */
export interface PaywallFastifyReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: unknown): unknown;
}

/**
 * The same of Hono's context.
 *
 * @example
 * app.get('/report', paywall.hono(), (context) => context.json(report));
 */
export interface PaywallHonoContext {
  req: { raw: Request };
  header(name: string, value: string): unknown;
}

/**
 * Lets requests through that are paid for, by x402: each payment lets one through.
 *
 * @example
 * const paywall = causeway.paywall({ amount: '0.50', currency: 'USD' });
 * app.get('/report', paywall.express(), (_req, res) => res.json(report));
 */
export class Paywall {
  readonly #gate: Gate;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /**
   * Middleware of Express. The payment is in `req.payment`.
   *
   * @example
   * app.get('/report', paywall.express(), (_req, res) => res.json(report));
   */
  express() {
    return (
      request: PaywallNodeRequest,
      response: PaywallNodeResponse,
      next: (error?: unknown) => void,
    ): void => {
      this.#gate(askedOf(request)).then((verdict) => {
        if (!answer(response, verdict)) return;
        Object.assign(request, { payment: verdict.payment });
        next();
      }, next);
    };
  }

  /**
   * A handler of `node:http` behind the paywall. Requests that fail at the service are answered with 503.
   *
   * @example
   * createServer(paywall.node((_req, res) => res.end(report))).listen(4600);
   */
  node<Req extends PaywallNodeRequest, Res extends PaywallNodeResponse>(
    handler: (request: Req, response: Res, payment: Payment) => unknown,
  ) {
    return async (request: Req, response: Res): Promise<void> => {
      const verdict = await this.#gate(askedOf(request)).catch(() => unavailable);
      if (answer(response, verdict) && verdict.payment) await handler(request, response, verdict.payment);
    };
  }

  /**
   * A `preHandler` of Fastify. The payment is in `request.payment`.
   *
   * @example
   * app.get('/report', { preHandler: paywall.fastify() }, async () => report);
   */
  fastify() {
    return async (request: PaywallNodeRequest, reply: PaywallFastifyReply): Promise<unknown> => {
      const verdict = await this.#gate(askedOf(request));
      for (const [name, value] of Object.entries(verdict.headers)) reply.header(name, value);
      if (verdict.payment) {
        Object.assign(request, { payment: verdict.payment });
        return;
      }
      reply.code(verdict.status);
      reply.send(verdict.body);
      return reply;
    };
  }

  /**
   * Middleware of Hono.
   *
   * @example
   * app.get('/report', paywall.hono(), (c) => c.json(report));
   */
  hono() {
    return async (context: PaywallHonoContext, next: () => Promise<void>): Promise<Response | undefined> => {
      const verdict = await this.#gate(askedIn(context.req.raw));
      if (!verdict.payment) return refusal(verdict);
      for (const [name, value] of Object.entries(verdict.headers)) context.header(name, value);
      await next();
      return;
    };
  }

  /**
   * A fetch handler behind the paywall, as edge runtimes and frameworks of today have it.
   *
   * @example
   * export default { fetch: paywall.fetch(async () => Response.json(report)) };
   */
  fetch(handler: (request: Request, payment: Payment) => Response | Promise<Response>) {
    return async (request: Request): Promise<Response> => {
      const verdict = await this.#gate(askedIn(request));
      if (!verdict.payment) return refusal(verdict);
      const own = await handler(request, verdict.payment);
      const response = new Response(own.body, own);
      for (const [name, value] of Object.entries(verdict.headers)) response.headers.set(name, value);
      return response;
    };
  }
}

type Refused = Extract<Verdict, { payment: null }>;

const unavailable: Verdict = {
  payment: null,
  status: 503,
  headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' },
  body: '{"error":"Payments cannot be taken now. Try again."}',
};

function refusal({ body, status, headers }: Refused): Response {
  return new Response(body, { status, headers });
}

/** Returns whether the request goes on. */
function answer(response: PaywallNodeResponse, verdict: Verdict): boolean {
  for (const [name, value] of Object.entries(verdict.headers)) response.setHeader(name, value);
  if (verdict.payment) return true;
  response.statusCode = verdict.status;
  response.end(verdict.body);
  return false;
}

function askedIn({ method, url, headers }: Request): Asked {
  return { method, url, header: (name) => headers.get(name) };
}

function askedOf({ method = 'GET', url = '/', originalUrl = url, headers }: PaywallNodeRequest): Asked {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  return { method, url: absoluteUrl(originalUrl, header('host')), header };
}

/** Never throws: strangers write both, and what a listener of `node:http` throws ends the process. */
function absoluteUrl(url: string, host: string | null): string {
  const named = `http://${host}`;
  const base = host && URL.canParse(named) ? named : 'http://localhost';
  // More than one slash would begin a host.
  const path = url.replace(/^[/\\]+/, '/');
  return new URL(URL.canParse(path, base) ? path : `/${encodeURIComponent(path)}`, base).href;
}

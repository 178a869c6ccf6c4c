import type { FastifyInstance, RouteOptions } from 'fastify';
import { sitePath } from '../public-urls.ts';
import { parseTimestamp } from '../timestamps.ts';
import type { HttpContext } from './context.ts';

/** Declared in a route's `config`, and nowhere else: headers and OpenAPI document follow from it. */
export interface Deprecation {
  /** The day it was announced, YYYY-MM-DD. */
  since: string;
  /** The day from which it may be gone, YYYY-MM-DD: six months after the first, or later. */
  sunset: string;
  /** Where the reader learns what to use instead: an address, or a path of this service. */
  guide: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
}

/** What the contract promises: old behaviour keeps working this long after it was announced to end. */
const minimumMonths = 6;

/**
 * Tells callers of deprecated routes, on every answer, refusals too, that the route ends and when. Called before the
 * routes are registered and before they are documented. A declaration that breaks the policy ends the start.
 */
export function announceDeprecations(app: FastifyInstance, ctx: HttpContext): void {
  app.addHook('onRoute', (route) => {
    const deprecation = route.config?.deprecation;
    if (!deprecation) return;
    assertPolicy(route, deprecation);
    if (route.schema) route.schema = documented(route.schema, deprecation, sitePath(ctx.config.publicUrl));
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { deprecation } = request.routeOptions.config;
    if (deprecation) reply.headers(headersOf(deprecation, ctx.config.publicUrl));
    done();
  });
}

/** Deprecation is RFC 9745's, Sunset RFC 8594's. */
function headersOf({ since, sunset, guide }: Deprecation, publicUrl: string): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${under(publicUrl, guide)}>; rel="deprecation"; type="text/html"`,
  };
}

function under(base: string, guide: string): string {
  return guide.startsWith('/') ? base + guide : guide;
}

function assertPolicy({ method, url }: RouteOptions, { since, sunset, guide }: Deprecation): void {
  const problem = (text: string) => new Error(`The deprecation of ${method} ${url} ${text}`);
  for (const day of [since, sunset])
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || parseTimestamp(day) === null)
      throw problem(`names "${day}", which is not a day. Write YYYY-MM-DD.`);
  const earliest = monthsLater(since, minimumMonths);
  if (sunset < earliest)
    throw problem(
      `ends on ${sunset}, less than ${minimumMonths} months after ${since}. Let it end on ${earliest} or later.`,
    );
  if (!/^(\/|https:\/\/)[^\s<>"]*$/.test(guide))
    throw problem(`has the guide "${guide}". Give an https:// address, or a path such as /docs/changelog.`);
}

/** The same day of the month, or the month's last when it has no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

type Schema = NonNullable<RouteOptions['schema']>;

const documentedHeaders = {
  Deprecation: { type: 'string', description: 'Since when it is deprecated: `@` and a Unix time.' },
  Sunset: { type: 'string', description: 'From when it may be gone, as an HTTP date.' },
  Link: { type: 'string', description: 'With `rel="deprecation"`: what to use instead.' },
};

function documented(schema: Schema, { since, sunset, guide }: Deprecation, site: string): Schema {
  const instead = `[What to use instead](${under(site, guide)})`;
  const sentence = `Deprecated since ${since}. It works until ${sunset}. ${instead}.`;
  const description = [sentence, schema.description].filter(Boolean).join('\n\n');
  const responses = Object.entries(schema.response ?? {}).map(([status, response]) => [
    status,
    { ...response, headers: { ...response.headers, ...documentedHeaders } },
  ]);
  return { ...schema, deprecated: true, description, response: Object.fromEntries(responses) };
}

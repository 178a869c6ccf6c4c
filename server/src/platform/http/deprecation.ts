import type { FastifyInstance, RouteOptions } from 'fastify';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { sitePath } from '../public-urls.ts';
import type { HttpContext } from './context.ts';

/** Declared in a route's `config`. Response headers and the OpenAPI document are derived from it. */
export interface Deprecation {
  /** The date of the announcement, YYYY-MM-DD. */
  since: string;
  /** The date from which the route may be removed, YYYY-MM-DD: at least six months after `since`. */
  sunset: string;
  /** Explains what to use instead: a URL, or a path of this service. */
  guide: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
}

/** Promised to merchants: deprecated routes keep working at least this long. */
const minimumMonths = 6;

/**
 * Adds deprecation headers to all responses of deprecated routes, errors included. Call it before routes are registered
 * and documented. A declaration that violates the policy throws at start-up.
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

/** `Deprecation` is defined in RFC 9745, `Sunset` in RFC 8594. */
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
      throw problem(`has the date "${day}", which is not valid. Write YYYY-MM-DD.`);
  const earliest = monthsLater(since, minimumMonths);
  if (sunset < earliest)
    throw problem(
      `ends on ${sunset}, less than ${minimumMonths} months after ${since}. Use ${earliest} or later.`,
    );
  if (!/^(\/|https:\/\/)[^\s<>"]*$/.test(guide))
    throw problem(`has the guide "${guide}". Use an https:// URL, or a path such as /docs/changelog.`);
}

/** The same day of the month, or its last day when the month is shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

type Schema = NonNullable<RouteOptions['schema']>;

const documentedHeaders = {
  Deprecation: {
    type: 'string',
    description: 'When the route was deprecated: `@` and a Unix time in seconds.',
  },
  Sunset: { type: 'string', description: 'When the route may be removed, as an HTTP date.' },
  Link: {
    type: 'string',
    description: 'The page that explains what to use instead, with `rel="deprecation"`.',
  },
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

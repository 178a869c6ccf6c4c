import type { FastifyInstance } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Caller } from '../../lib/caller.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import type { ReadPermission } from '../../lib/key-permissions.ts';
import { fileAnswers } from '../../platform/http/schema/openapi.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { type DashboardApi, memberRoute } from '../route-options.ts';
import type { Downloads } from './downloads.ts';
import {
  exportBalance,
  exportEvents,
  exportInvoices,
  exportPayments,
  exportPayouts,
  exportQueries,
  exportRefunds,
} from './exports.ts';

interface Export<Query extends TObject> {
  name: string;
  summary: string;
  /** What a restricted key needs. */
  permission: 'read' | ReadPermission;
  query: Query;
  errors: ErrorCode[];
  start(ctx: DashboardContext, caller: Caller, query: Static<Query>): Promise<AsyncGenerator<string>>;
}

/** An export as routes see it, whatever its query. */
interface ExportRoute extends Omit<Export<TObject>, 'start'> {
  start(ctx: DashboardContext, caller: Caller, query: unknown): Promise<AsyncGenerator<string>>;
}

function exporting<Query extends TObject>(one: Export<Query>): ExportRoute {
  const start: ExportRoute['start'] = (ctx, caller, query) =>
    one.start(ctx, caller, parseQuery(one.query, query));
  return { ...one, start };
}

const exports: ExportRoute[] = [
  exporting({
    name: 'payments',
    summary: 'Export payments as CSV',
    permission: 'payments.read',
    query: exportQueries.payments,
    errors: ['INVALID_CHAIN', 'INVALID_TOKEN', 'INVALID_CURRENCY'],
    start: exportPayments,
  }),
  exporting({
    name: 'refunds',
    summary: 'Export refunds as CSV',
    permission: 'refunds.read',
    query: exportQueries.refunds,
    errors: [],
    start: exportRefunds,
  }),
  exporting({
    name: 'invoices',
    summary: 'Export invoices as CSV',
    permission: 'invoices.read',
    query: exportQueries.invoices,
    errors: [],
    start: exportInvoices,
  }),
  exporting({
    name: 'events',
    summary: 'Export events as CSV, without their data',
    permission: 'events.read',
    query: exportQueries.events,
    errors: [],
    start: exportEvents,
  }),
  exporting({
    name: 'payouts',
    summary: 'Export payouts as CSV',
    permission: 'payouts.read',
    query: exportQueries.payouts,
    errors: ['INVALID_CHAIN', 'INVALID_TOKEN'],
    start: exportPayouts,
  }),
  exporting({
    name: 'balance',
    summary: 'Export everything that changed your balances as CSV, for accountants',
    // It names customers and invoices of payments, so the right to read payouts is not enough.
    permission: 'read',
    query: exportQueries.balance,
    errors: [],
    start: exportBalance,
  }),
];

/** For members: plain links, which name the environment in the query. */
export function exportRoutes(downloads: Downloads) {
  return async (api: DashboardApi): Promise<void> => {
    for (const { name, query, start } of exports) {
      const { schema, config } = memberRoute(`export ${name}`, 'read', { querystring: query });
      const options = { schema, config: { ...config, environmentInQuery: true }, exposeHeadRoute: false };
      api.get(`/exports/${name}.csv`, options, (request, reply) =>
        downloads.send(request, reply, name, (ctx, caller) => start(ctx, caller, request.query)),
      );
    }
  };
}

/** For API keys, whose environment it is. */
export function apiExportRoutes(downloads: Downloads) {
  return async (api: FastifyInstance): Promise<void> => {
    for (const { name, summary, permission, query, errors, start } of exports) {
      const schema = {
        operationId: `export${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        summary,
        tags: ['Exports'],
        querystring: query,
        response: fileAnswers('text/csv', ['INVALID_PARAMETER', ...errors]),
      };
      const options = { schema, config: { permission }, exposeHeadRoute: false };
      api.get(`/exports/${name}.csv`, options, (request, reply) =>
        downloads.send(request, reply, name, (ctx, caller) => start(ctx, caller, request.query)),
      );
    }
  };
}

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { type DashboardApi, memberRoute } from '../route-options.ts';
import {
  exportBalance,
  exportEvents,
  exportInvoices,
  exportPayments,
  exportPayouts,
  exportQueries,
  exportRefunds,
} from './exports.ts';

/** Each export holds a connection until the browser has read it. */
const maxExportsPerMerchant = 5;

/** CSV exports, streamed. */
export function exportRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    const open = new Set<Readable>();
    // Abort downloads at shutdown instead of waiting for slow clients. The browser reports a failed download.
    api.addHook('preClose', (done) => {
      for (const file of open) file.destroy(new Error('the service is stopping'));
      done();
    });

    const running = new Map<string, number>();
    const count = (merchantId: string, by: number) => {
      const now = (running.get(merchantId) ?? 0) + by;
      if (now === 0) running.delete(merchantId);
      else running.set(merchantId, now);
    };

    const download = async (
      request: FastifyRequest,
      reply: FastifyReply,
      name: string,
      start: (caller: Caller) => Promise<AsyncGenerator<string>>,
    ) => {
      const caller = callerOf(request);
      if ((running.get(caller.merchant_id) ?? 0) >= maxExportsPerMerchant) throw tooManyExports();
      count(caller.merchant_id, 1);
      try {
        // Backpressure: the next page is loaded when the browser has read this one.
        const file = Readable.from(await start(caller), { highWaterMark: 1 });
        open.add(file);
        file.once('close', () => {
          open.delete(file);
          count(caller.merchant_id, -1);
        });
        const day = ctx.clock.now().toISOString().slice(0, 10);
        reply.header(
          'content-disposition',
          `attachment; filename="${name}-${caller.environment}-${day}.csv"`,
        );
        return reply.type('text/csv; charset=utf-8; header=present').send(file);
      } catch (error) {
        count(caller.merchant_id, -1);
        throw error;
      }
    };

    const exporting = <Query extends TObject>(
      name: string,
      query: Query,
      start: (ctx: DashboardContext, caller: Caller, query: Static<Query>) => Promise<AsyncGenerator<string>>,
    ) => {
      const { schema, config } = memberRoute(`export ${name}`, 'read', { querystring: query });
      const options = { schema, config: { ...config, environmentInQuery: true }, exposeHeadRoute: false };
      api.get(`/exports/${name}.csv`, options, (request, reply) => {
        const filters = parseQuery(query, request.query);
        return download(request, reply, name, (caller) => start(ctx, caller, filters));
      });
    };

    exporting('payments', exportQueries.payments, exportPayments);
    exporting('refunds', exportQueries.refunds, exportRefunds);
    exporting('invoices', exportQueries.invoices, exportInvoices);
    exporting('events', exportQueries.events, exportEvents);
    exporting('payouts', exportQueries.payouts, exportPayouts);
    exporting('balance', exportQueries.balance, exportBalance);
  };
}

function tooManyExports(): ApiError {
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `${maxExportsPerMerchant} exports are already running. Wait until one has finished.`,
    details: { max_exports: maxExportsPerMerchant, retry_after_seconds: 10 },
    headers: { 'retry-after': '10' },
  });
}

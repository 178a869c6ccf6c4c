import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { connect } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { DashboardContext } from '../context.ts';

/** Each export holds a connection until the client has read it. */
const maxExportsPerMerchant = 5;

type Start = (ctx: DashboardContext, caller: Caller) => Promise<AsyncGenerator<string>>;

/** Sends CSV files, streamed. Members and keys of a merchant share its limit. */
export interface Downloads {
  send(request: FastifyRequest, reply: FastifyReply, name: string, start: Start): Promise<FastifyReply>;
}

export function createDownloads(app: FastifyInstance, ctx: DashboardContext): Downloads {
  const reading = readingContext(app, ctx);
  const open = new Set<Readable>();
  // Abort downloads at shutdown instead of waiting for slow clients. The client reports a failed download.
  app.addHook('preClose', (done) => {
    for (const file of open) file.destroy(new Error('the service is stopping'));
    done();
  });

  const running = new Map<string, number>();
  const count = (merchantId: string, by: number) => {
    const now = (running.get(merchantId) ?? 0) + by;
    if (now === 0) running.delete(merchantId);
    else running.set(merchantId, now);
  };

  return {
    async send(request, reply, name, start) {
      const caller = callerOf(request);
      if ((running.get(caller.merchant_id) ?? 0) >= maxExportsPerMerchant) throw tooManyExports();
      count(caller.merchant_id, 1);
      try {
        // Backpressure: the next page is loaded when the client has read this one.
        const file = Readable.from(await start(reading, caller), { highWaterMark: 1 });
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
    },
  };
}

/** Reads from the replica, if there is one: a file of millions of rows then takes nothing from the primary. */
function readingContext(app: FastifyInstance, ctx: DashboardContext): DashboardContext {
  const { databaseReplicaUrl: url, databasePoolSize: poolSize } = ctx.config;
  if (url === null) return ctx;
  const db = connect(url, { poolSize });
  app.addHook('onClose', () => db.end({ timeout: 5 }));
  return { ...ctx, db };
}

function tooManyExports(): ApiError {
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `${maxExportsPerMerchant} exports are already running. Wait until one has finished.`,
    details: { max_exports: maxExportsPerMerchant, retry_after_seconds: 10 },
    headers: { 'retry-after': '10' },
  });
}

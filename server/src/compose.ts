import { fileURLToPath } from 'node:url';
import { countAlarms } from './alarms/alarms.ts';
import { registerAlarmMetrics } from './alarms/metrics.ts';
import { byEnvironment, type Chains } from './chains/chains.ts';
import { createRpc } from './chains/evm/rpc.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { connect, type Db } from './db/client.ts';
import { createStorage } from './db/storage.ts';
import { createResolver } from './dns/resolver.ts';
import { countQueuedEmails } from './email/emails.ts';
import { mailLimitsOf } from './email/limits.ts';
import { createMailer } from './email/mailer.ts';
import type { AppContext } from './http/app.ts';
import { defaultPublicLimits } from './http/context.ts';
import { createRateLimit, type RateLimits } from './http/rate-limit.ts';
import { createSharedRateLimit } from './http/shared-rate-limit.ts';
import { createResetMails } from './identity/password-reset.ts';
import { createSessions } from './identity/sessions.ts';
import { createIds } from './ids.ts';
import { createInvoicePrinter } from './invoice-pdf/printer.ts';
import { settleInvoices } from './invoices/paying.ts';
import { createWake } from './jobs/wake.ts';
import { createLiveChains } from './live-mode/chains.ts';
import { createLog, type Log } from './log.ts';
import { createAuthenticate } from './merchants/authenticate.ts';
import { createKeyUse } from './merchants/key-use.ts';
import { addQueried, createMetrics, type Metrics } from './metrics.ts';
import { createBookings } from './payments/booking.ts';
import { createPaymentInserts } from './payments/insert-batch.ts';
import { liveMode } from './payments/mode.ts';
import { noticePayments } from './payments/notices.ts';
import { createPaymentReads } from './payments/reads.ts';
import { sendReceipts } from './payments/receipts.ts';
import { serverFolder } from './places.ts';
import { fixedRates, noRates } from './pricing/fixed-rates.ts';
import { createLiveRates } from './pricing/live-rates.ts';
import { registerRateMetrics } from './pricing/metrics.ts';
import type { LivePrices } from './pricing/prices.ts';
import type { PriceSource } from './pricing/sources/source.ts';
import { createPriceSources } from './pricing/sources/sources.ts';
import { createRandom } from './random.ts';
import { endRefunds, refundAgain } from './refunds/ending.ts';
import { createRequestWriter } from './requests/writer.ts';
import { followRouteTransfers } from './routing/following.ts';
import { lateRoutes } from './routing/lateness.ts';
import { createSecrets } from './secrets.ts';
import { endPayouts, payoutAgain } from './settlement/ending.ts';
import { payRouted } from './settlement/paying-routed.ts';
import { createTestChains } from './test-mode/chains.ts';
import { testMode } from './test-mode/mode.ts';
import { bookSweeps } from './transfers/booking.ts';
import { endAgain } from './transfers/ending-again.ts';
import { reopenAbandoned } from './transfers/reopening.ts';
import { endReturns, returnAgain } from './unapplied-funds/ending.ts';
import { followArrivals, followPayments } from './unapplied-funds/following.ts';
import { readWebBuild } from './web-build.ts';
import { createSender } from './webhooks/sender.ts';

/** What tests may replace. */
export type ContextOverrides = Partial<
  Pick<
    AppContext,
    | 'db'
    | 'log'
    | 'metrics'
    | 'clock'
    | 'random'
    | 'openRpc'
    | 'rates'
    | 'requestsPerMinute'
    | 'rateLimits'
    | 'resolve'
    | 'sender'
    | 'mailer'
    | 'mailLimits'
    | 'printer'
    | 'publicLimits'
    | 'webDir'
    | 'readWebBuild'
  > & {
    /** Gets the chains that would be used otherwise, to wrap or to replace them. */
    chains: (built: Chains) => Chains;
    /** Turns live prices on, from these sources. */
    priceSources: PriceSource[];
  }
>;

/** Makes everything a process needs, from its configuration. Opens no connection yet. */
export function createContext(
  config: Config,
  databaseUrl: string,
  overrides: ContextOverrides = {},
): AppContext {
  const db = overrides.db ?? connect(databaseUrl, { poolSize: config.databasePoolSize });
  const ports = createPorts(config, db, overrides);
  const { clock, log, metrics } = ports;
  const keyUse = createKeyUse(db, clock, log);
  const ctx: AppContext = {
    ...ports,
    keyUse,
    resetMails: createResetMails(() => ctx),
    authenticate: createAuthenticate(db, clock, keyUse.note),
    requestLog: createRequestWriter(db, log, metrics),
    sessions: createSessions(db, clock),
    rateLimits: overrides.rateLimits ?? createRateLimits(config, log),
    requestsPerMinute: overrides.requestsPerMinute ?? { test: 1000, live: 100 },
    publicLimits: overrides.publicLimits ?? defaultPublicLimits,
    webDir: overrides.webDir ?? fileURLToPath(new URL('../web/dist', serverFolder)),
    readWebBuild: overrides.readWebBuild ?? readWebBuild,
    demoMerchantId: null,
    printer: overrides.printer ?? createInvoicePrinter(log),
    loadPayment: createPaymentReads(db, clock),
    insertPayment: createPaymentInserts(db, clock),
  };
  ctx.followers.push(
    (tx, move, rows) => settleInvoices(ctx, tx, move, rows),
    (tx, move, rows) => sendReceipts(ctx, tx, move, rows),
    (tx, move, rows) => noticePayments(ctx, tx, move, rows),
    (tx, move, rows) => followPayments(ctx, tx, move, rows),
  );
  ctx.transferFollowers.push(
    (tx, rows, move) => endRefunds(ctx, tx, rows, move),
    (tx, rows, move) => endReturns(ctx, tx, rows, move),
    (tx, rows, move) => endPayouts(ctx, tx, rows, move),
    (tx, rows, move) => followRouteTransfers(ctx, tx, rows, move),
    bookSweeps,
  );
  ctx.reopenedFollowers.push(
    (tx, rows, move) => endAgain(ctx, tx, rows, move, refundAgain),
    (tx, rows, move) => endAgain(ctx, tx, rows, move, payoutAgain),
    (tx, rows, move) => endAgain(ctx, tx, rows, move, returnAgain),
  );
  ctx.routeFollowers.push((tx, route, into) => payRouted(ctx, tx, route, into));
  ctx.abandonFollowers.push((tx, chain, above) => reopenAbandoned(ctx, tx, chain, above));
  ctx.arrivalFollowers.push((tx, _chain, addresses) => followArrivals(ctx, tx, addresses));
  return ctx;
}

function createPorts(config: Config, db: Db, overrides: ContextOverrides): Context {
  const log = overrides.log ?? createLog(config);
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? createRandom();
  const resolver = overrides.resolve ? { resolve: overrides.resolve, close: () => {} } : createResolver();
  const openRpc = overrides.openRpc ?? createRpc;
  const live = createLiveChains(config, db, clock, openRpc);
  const chains = byEnvironment({ test: createTestChains(db, clock), live });
  const metrics = overrides.metrics ?? createOwnMetrics(db, clock);
  const prices = createPrices(config, db, clock, overrides);
  if (prices) registerRateMetrics(metrics.registry, prices.rates.statuses);
  return {
    config,
    log,
    metrics,
    db,
    storage: createStorage(db),
    clock,
    random,
    ids: createIds(clock.nowMs, random),
    secrets: createSecrets(config.masterKeys),
    wake: createWake(db, log),
    chains: overrides.chains?.(chains) ?? chains,
    openRpc,
    liveChains: live,
    rates: overrides.rates ?? { test: fixedRates, live: prices?.rates ?? noRates },
    prices,
    modes: { test: testMode, live: liveMode },
    bookings: createBookings(),
    followers: [],
    arrivalFollowers: [],
    abandonFollowers: [],
    transferFollowers: [],
    reopenedFollowers: [],
    routeFollowers: [],
    resolve: resolver.resolve,
    sender: overrides.sender ?? createSender({ resolver, allowPrivate: config.webhooksAllowPrivate }),
    mailer: overrides.mailer ?? (config.smtpUrl === null ? null : createMailer(config.smtpUrl)),
    mailLimits: overrides.mailLimits ?? mailLimitsOf(config.emailsPerDay),
  };
}

function createOwnMetrics(db: Db, clock: Clock): Metrics {
  const metrics = createMetrics({ queuedEmails: () => countQueuedEmails(db) });
  addQueried(metrics.registry, 'routes_late', 'Routes whose bridge takes too long, for all processes.', () =>
    lateRoutes(db),
  );
  registerAlarmMetrics(metrics.registry, () => countAlarms({ db, clock }));
  return metrics;
}

/** Nobody needs live prices without live chains. */
function createPrices(
  config: Config,
  db: Db,
  clock: Clock,
  { rates, priceSources: given }: ContextOverrides,
): LivePrices | null {
  if (rates || (!given && Object.keys(config.chains).length === 0)) return null;
  const sources = given ?? createPriceSources(config.rates, config.chains.arbitrum?.rpcUrls ?? []);
  return { sources, rates: createLiveRates(db, clock) };
}

const nothing = async (): Promise<void> => {};

function createRateLimits({ redisUrl }: Config, log: Log): RateLimits {
  const own = createRateLimit();
  return redisUrl === null
    ? { take: own, open: nothing, close: nothing }
    : createSharedRateLimit(redisUrl, own, log);
}

/** Closes connections; statements under way get five seconds. */
export async function closeContext(ctx: AppContext): Promise<void> {
  await ctx.sender.close();
  ctx.mailer?.hangUp();
  await ctx.printer.stop();
  await ctx.rateLimits.close();
  await Promise.all([ctx.keyUse.flush(), ctx.requestLog.flush(), ctx.resetMails.flush()]);
  await ctx.db.end({ timeout: 5 });
}

import { fileURLToPath } from 'node:url';
import { byEnvironment, type Chains } from '../chains/chains.ts';
import { createRpc } from '../chains/rpc/rpc.ts';
import { createLiveChains } from '../chains/setup/live-chains-state.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createIds } from '../lib/ids.ts';
import { createRandom } from '../lib/random.ts';
import { createAuthenticate } from '../merchants/keys/authenticate.ts';
import { createKeyUse } from '../merchants/keys/key-use.ts';
import { createResetMails } from '../merchants/sign-in/password-reset.ts';
import { createSessions } from '../merchants/sign-in/sessions.ts';
import { createMailer } from '../messages/email/mailer.ts';
import { createSender } from '../messages/webhooks/deliveries/sender.ts';
import { createPdfPrinter } from '../pages/pdf/printer.ts';
import { liveMode } from '../payments/credit/mode.ts';
import { createPaymentInserts } from '../payments/payment/insert-batch.ts';
import { createPaymentReads } from '../payments/payment/reads.ts';
import { createProviders } from '../payments/screening/providers.ts';
import { createScreening } from '../payments/screening/screening.ts';
import { createTestChains } from '../payments/test-mode/chains.ts';
import { testMode } from '../payments/test-mode/mode.ts';
import type { Config } from '../platform/config/config.ts';
import { connect, type Db } from '../platform/db/client.ts';
import { createStorage } from '../platform/db/storage.ts';
import { createResolver } from '../platform/dns/resolver.ts';
import { defaultPublicLimits } from '../platform/http/context.ts';
import { createRateLimit, type RateLimits } from '../platform/http/limits/rate-limit.ts';
import { createSharedRateLimit } from '../platform/http/limits/shared-rate-limit.ts';
import { createWake } from '../platform/jobs/wake.ts';
import { createLog, type Log } from '../platform/log.ts';
import { readWebBuild } from '../platform/pages/web-build.ts';
import { serverFolder } from '../platform/places.ts';
import { createRequestWriter } from '../platform/requests/writer.ts';
import { createSecrets } from '../platform/secrets.ts';
import { fixedRates, noRates } from '../treasury/prices/fixed-rates.ts';
import { createLiveRates } from '../treasury/prices/live-rates.ts';
import { registerRateMetrics } from '../treasury/prices/metrics.ts';
import type { LivePrices } from '../treasury/prices/prices.ts';
import type { PriceSource } from '../treasury/prices/sources/source.ts';
import { createPriceSources } from '../treasury/prices/sources/sources.ts';
import type { Context } from './context.ts';
import { createFollowers } from './followers.ts';
import { createOwnMetrics } from './metrics.ts';
import type { AppContext } from './routes.ts';

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
    | 'tracing'
    | 'rates'
    | 'requestsPerMinute'
    | 'rateLimits'
    | 'resolve'
    | 'sender'
    | 'mailer'
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
  const { tracing = null } = overrides;
  const seen = tracing ? { onSent: tracing.statement } : {};
  const db = overrides.db ?? connect(databaseUrl, { poolSize: config.databasePoolSize, ...seen });
  const ports: Context = { ...createPorts(config, db, overrides), followers: createFollowers(() => ctx) };
  const { clock, log, metrics } = ports;
  const keyUse = createKeyUse(db, clock, log);
  const ctx: AppContext = {
    ...ports,
    keyUse,
    tracing,
    resetMails: createResetMails(() => ctx),
    authenticate: createAuthenticate(db, clock, keyUse.note),
    requestLog: createRequestWriter(db, log, metrics),
    sessions: createSessions(db, clock),
    draining: { isOn: false },
    rateLimits: overrides.rateLimits ?? createRateLimits(config, log),
    requestsPerMinute: overrides.requestsPerMinute ?? { test: 1000, live: 100 },
    publicLimits: overrides.publicLimits ?? defaultPublicLimits,
    webDir: overrides.webDir ?? fileURLToPath(new URL('../web/dist', serverFolder)),
    readWebBuild: overrides.readWebBuild ?? readWebBuild,
    demoMerchantId: null,
    printer: overrides.printer ?? createPdfPrinter(log),
    loadPayment: createPaymentReads(db, clock),
    insertPayment: createPaymentInserts(db, clock),
  };
  return ctx;
}

function createPorts(config: Config, db: Db, overrides: ContextOverrides): Omit<Context, 'followers'> {
  const log = overrides.log ?? createLog(config);
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? createRandom();
  const resolver = overrides.resolve ? { resolve: overrides.resolve, close: () => {} } : createResolver();
  const { tracing } = overrides;
  const openRpc = overrides.openRpc ?? tracing?.rpc(createRpc) ?? createRpc;
  const sender = overrides.sender ?? createSender({ resolver, allowPrivate: config.webhooksAllowPrivate });
  const live = createLiveChains(config, db, clock, openRpc);
  const chains = byEnvironment({ test: createTestChains(clock), live });
  const metrics = overrides.metrics ?? createOwnMetrics(config, db, clock);
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
    screening: createScreening(
      createProviders(config, clock, live, openRpc),
      config.screening.passesWhenDown,
    ),
    modes: { test: testMode, live: liveMode },
    resolve: resolver.resolve,
    sender: tracing?.sender(sender) ?? sender,
    mailer: overrides.mailer ?? (config.smtpUrl === null ? null : createMailer(config.smtpUrl)),
  };
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
  await ctx.tracing?.close();
}

import { fileURLToPath } from 'node:url';
import { type Chains, createChains } from './chains/adapters.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { BackgroundWriter } from './db/background-writer.ts';
import { createBatch } from './db/batch.ts';
import { connect, type Db, type Sql } from './db/client.ts';
import { createMailer, type Mailer } from './email/mailer.ts';
import { countQueued } from './email/queue-store.ts';
import type { Environment } from './environment.ts';
import { createRateLimit, type RateLimits } from './http/rate-limit.ts';
import { createSharedRateLimit } from './http/shared-rate-limit.ts';
import { createIds, type Ids } from './ids.ts';
import { settleInvoices } from './invoices/paying.ts';
import { createWake, type Wake } from './jobs/wake.ts';
import { createLog, type Log } from './log.ts';
import { type Authenticate, createAuthenticate } from './merchants/authenticate.ts';
import { createKeyUse, type KeyUse } from './merchants/key-use.ts';
import { createResetMails, type ResetMail } from './merchants/password-reset.ts';
import { createSessions, type Sessions } from './merchants/sessions.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type InsertOutcome, insertPaymentBatch } from './payments/insert-batch.ts';
import type { AnnouncedMove } from './payments/payment-events.ts';
import { createPaymentReads, type LoadPayment } from './payments/reads.ts';
import type { NewPayment, PaymentRow } from './payments/store.ts';
import { fixedRates, noRates } from './pricing/fixed-rates.ts';
import type { RateSource } from './pricing/rates.ts';
import { createRandom, type Random } from './random.ts';
import type { RequestRow } from './requests/store.ts';
import { createRequestWriter } from './requests/writer.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { type Resolve, systemResolve } from './webhooks/resolver.ts';
import { createSender, type Sender } from './webhooks/sender.ts';

/** What operations need from the outside. A plain object, made once per process; tests override its parts. */
export interface Context {
  config: Config;
  log: Log;
  metrics: Metrics;
  db: Db;
  clock: Clock;
  random: Random;
  ids: Ids;
  chains: Chains;
  rates: Record<Environment, RateSource>;
  wake: Wake;
  keyUse: KeyUse;
  authenticate: Authenticate;
  /** API requests, for merchants to look at. */
  requestLog: BackgroundWriter<RequestRow>;
  sessions: Sessions;
  /** Links to reset passwords, made behind the answer to who asked. */
  resetMails: BackgroundWriter<ResetMail>;
  rateLimits: RateLimits;
  secrets: Secrets;
  /** Where webhook deliveries leave the process. */
  /** Names of webhook endpoints are looked up here, and only here. */
  resolve: Resolve;
  sender: Sender;
  /** Where mail leaves the process; null keeps it in the outbox. */
  mailer: Mailer | null;
  requestsPerMinute: Record<Environment, number>;
  /** What one address may do at the pages that take no key, and what the process holds open for all of them. */
  publicLimits: PublicLimits;
  /** Where the built pages are. */
  webDir: string;
  /** Reads and creations of one turn of the event loop share a round trip. */
  loadPayment: LoadPayment;
  insertPayment: (payment: NewPayment) => Promise<InsertOutcome>;
  /** What follows from moves of payments, in their transaction: payments know nothing of what they pay for. */
  afterPaymentMoves: (tx: Sql, move: AnnouncedMove, rows: PaymentRow[]) => Promise<void>;
}

export type ContextOverrides = Partial<
  Pick<
    Context,
    | 'log'
    | 'clock'
    | 'random'
    | 'requestsPerMinute'
    | 'rateLimits'
    | 'resolve'
    | 'sender'
    | 'mailer'
    | 'publicLimits'
    | 'webDir'
  >
>;

export interface PublicLimits {
  readsPerMinute: number;
  changesPerMinute: number;
  streamsPerAddress: number;
  streamsPerProcess: number;
  /** Drawing a PDF takes a third of a second, in which the process does nothing else. */
  pdfsPerMinute: number;
  pdfsAtOnce: number;
}

export const defaultPublicLimits: PublicLimits = {
  readsPerMinute: 120,
  changesPerMinute: 30,
  streamsPerAddress: 40,
  streamsPerProcess: 5000,
  pdfsPerMinute: 10,
  pdfsAtOnce: 2,
};

const batchSize = 64;
const batchesInFlight = 4;

export function createContext(
  config: Config,
  databaseUrl: string,
  overrides: ContextOverrides = {},
): Context {
  const log = overrides.log ?? createLog(config);
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? createRandom();
  const db = connect(databaseUrl, { poolSize: config.databasePoolSize });
  const metrics = createMetrics({ queuedEmails: () => countQueued(db) });
  const keyUse = createKeyUse(db, clock, log);
  const resolve = overrides.resolve ?? systemResolve;
  const ctx: Context = {
    config,
    log,
    metrics,
    db,
    clock,
    random,
    ids: createIds(clock.nowMs, random),
    chains: createChains(db, clock),
    rates: { test: fixedRates, live: noRates },
    wake: createWake(db, log),
    keyUse,
    authenticate: createAuthenticate(db, clock, keyUse.note),
    requestLog: createRequestWriter(db, log, metrics),
    sessions: createSessions(db, clock),
    resetMails: createResetMails(() => ctx),
    rateLimits: overrides.rateLimits ?? createRateLimits(config, log),
    secrets: createSecrets(config.masterKeys),
    resolve,
    sender: overrides.sender ?? createSender(resolve, config.webhooksAllowPrivate),
    mailer: overrides.mailer ?? (config.smtpUrl === null ? null : createMailer(config.smtpUrl)),
    requestsPerMinute: overrides.requestsPerMinute ?? { test: 1000, live: 100 },
    publicLimits: overrides.publicLimits ?? defaultPublicLimits,
    webDir: overrides.webDir ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    loadPayment: createPaymentReads(db, clock),
    insertPayment: createBatch(
      (payments: NewPayment[]) => insertPaymentBatch(db, clock, payments),
      batchSize,
      batchesInFlight,
    ),
    afterPaymentMoves: (tx, move, rows) => settleInvoices(ctx, tx, move, rows),
  };
  return ctx;
}

const nothing = async (): Promise<void> => {};

function createRateLimits({ redisUrl }: Config, log: Log): RateLimits {
  const own = createRateLimit();
  return redisUrl === null
    ? { take: own, open: nothing, close: nothing }
    : createSharedRateLimit(redisUrl, own, log);
}

/** Ends the connections to the database; statements under way get five seconds. */
export async function closeContext(ctx: Context): Promise<void> {
  await ctx.sender.close();
  ctx.mailer?.hangUp();
  await ctx.rateLimits.close();
  await Promise.all([ctx.keyUse.flush(), ctx.requestLog.flush(), ctx.resetMails.flush()]);
  await ctx.db.end({ timeout: 5 });
}

import { type Chains, createChains } from './chains/adapters.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createBatch } from './db/batch.ts';
import { connect, type Db } from './db/client.ts';
import { createMailer, type Mailer } from './email/mailer.ts';
import { countQueued } from './email/store.ts';
import type { Environment } from './environment.ts';
import { createRateLimit, type TakeRateLimit } from './http/rate-limit.ts';
import { createIds, type Ids } from './ids.ts';
import { createWake, type Wake } from './jobs/wake.ts';
import { createLog, type Log } from './log.ts';
import { type Authenticate, createAuthenticate } from './merchants/authenticate.ts';
import { createSessions, type Sessions } from './merchants/sessions.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type InsertOutcome, insertPaymentBatch } from './payments/insert-batch.ts';
import { type NewPayment, type PaymentKey, type PaymentRow, selectPayments } from './payments/store.ts';
import { fixedRates, noRates } from './pricing/fixed-rates.ts';
import type { RateSource } from './pricing/rates.ts';
import { createRandom, type Random } from './random.ts';
import { createSecrets, type Secrets } from './secrets.ts';
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
  authenticate: Authenticate;
  sessions: Sessions;
  takeRateLimit: TakeRateLimit;
  secrets: Secrets;
  /** Where webhook deliveries leave the process. */
  sender: Sender;
  /** Where mail leaves the process; null keeps it in the outbox. */
  mailer: Mailer | null;
  requestsPerMinute: Record<Environment, number>;
  /** Reads and creations of one turn of the event loop share a round trip. */
  loadPayment: (key: PaymentKey) => Promise<PaymentRow | undefined>;
  insertPayment: (payment: NewPayment) => Promise<InsertOutcome>;
}

export type ContextOverrides = Partial<
  Pick<Context, 'log' | 'clock' | 'random' | 'requestsPerMinute' | 'sender' | 'mailer'>
>;

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
  return {
    config,
    log,
    metrics: createMetrics({ queuedEmails: () => countQueued(db) }),
    db,
    clock,
    random,
    ids: createIds(clock.nowMs, random),
    chains: createChains(db, clock),
    rates: { test: fixedRates, live: noRates },
    wake: createWake(db, log),
    authenticate: createAuthenticate(db, clock),
    sessions: createSessions(db, clock),
    takeRateLimit: createRateLimit(),
    secrets: createSecrets(config.masterKeys),
    sender: overrides.sender ?? createSender(),
    mailer: overrides.mailer ?? (config.smtpUrl === null ? null : createMailer(config.smtpUrl)),
    requestsPerMinute: overrides.requestsPerMinute ?? { test: 1000, live: 100 },
    loadPayment: createBatch((keys: PaymentKey[]) => selectPayments(db, keys), batchSize, batchesInFlight),
    insertPayment: createBatch(
      (payments: NewPayment[]) => insertPaymentBatch(db, clock, payments),
      batchSize,
      batchesInFlight,
    ),
  };
}

/** Ends the connections to the database; statements under way get five seconds. */
export async function closeContext(ctx: Context): Promise<void> {
  await ctx.sender.close();
  ctx.mailer?.hangUp();
  await ctx.db.end({ timeout: 5 });
}

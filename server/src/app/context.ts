import type { Chains } from '../chains/chains.ts';
import type { OpenRpc } from '../chains/rpc/rpc.ts';
import type { LiveChains } from '../chains/setup/live-chains-port.ts';
import type { ArrivalFollowers } from '../chains/watching/arrival-followers.ts';
import type { Clock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import type { Ids } from '../lib/ids.ts';
import type { Random } from '../lib/random.ts';
import type { Mailer } from '../messages/email/mailer.ts';
import type { Sender } from '../messages/webhooks/deliveries/sender.ts';
import type { PaymentMode } from '../payments/credit/mode.ts';
import type { PaymentFollowers } from '../payments/credit/payment-followers.ts';
import type { Screening } from '../payments/screening/screening.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { Storage } from '../platform/db/storage.ts';
import type { Resolve } from '../platform/dns/resolver.ts';
import type { Wake } from '../platform/jobs/wake.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { LivePrices } from '../treasury/prices/prices.ts';
import type { RateSource } from '../treasury/prices/rates.ts';
import type { RouteFollowers } from '../treasury/routes/route.ts';
import type { TransferFollowers } from '../treasury/transfers/transfer.ts';

/** What follows from what, across rooms: `followers.ts` lists it. */
export type Followers = ArrivalFollowers & PaymentFollowers & TransferFollowers & RouteFollowers;

/**
 * The ports: everything operations need from outside. A plain object that `compose.ts` makes once per process; tests
 * override its parts. What only HTTP needs is in `platform/http/context.ts`.
 */
export interface Context {
  config: Config;
  log: Log;
  metrics: Metrics;
  db: Db;
  storage: Storage;
  clock: Clock;
  random: Random;
  ids: Ids;
  secrets: Secrets;
  /** Wakes background tasks when there is new work. */
  wake: Wake;
  chains: Chains;
  /** Opens JSON-RPC with the nodes of a live chain. */
  openRpc: OpenRpc;
  /** The live chains, with what only set-up, workers and the checkout need. */
  liveChains: LiveChains;
  rates: Record<Environment, RateSource>;
  /** Live prices; null until a live chain is configured. */
  prices: LivePrices | null;
  /** Says whether money may count or leave, by who is on its other side. */
  screening: Screening;
  modes: Record<Environment, PaymentMode>;
  followers: Followers;
  /** Resolves the host names of webhook endpoints. */
  resolve: Resolve;
  /** Sends webhook deliveries. */
  sender: Sender;
  /** Sends mail; null keeps it in the outbox. */
  mailer: Mailer | null;
}

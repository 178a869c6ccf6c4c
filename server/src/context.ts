import type { Chains } from './chains/chains.ts';
import type { OpenRpc } from './chains/evm/rpc.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Storage } from './db/storage.ts';
import type { Resolve } from './dns/resolver.ts';
import type { MailLimits } from './email/limits.ts';
import type { Mailer } from './email/mailer.ts';
import type { Environment } from './environment.ts';
import type { Ids } from './ids.ts';
import type { Wake } from './jobs/wake.ts';
import type { LiveChains } from './live-mode/live-chains-port.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Bookings } from './payments/booking.ts';
import type { PaymentFollower } from './payments/followers.ts';
import type { PaymentMode } from './payments/mode.ts';
import type { LivePrices } from './pricing/prices.ts';
import type { RateSource } from './pricing/rates.ts';
import type { Random } from './random.ts';
import type { RouteFollower } from './routing/route.ts';
import type { Secrets } from './secrets.ts';
import type { TransferFollower } from './transfers/transfer.ts';
import type { AbandonFollower, ArrivalFollower } from './watching/arrival.ts';
import type { Sender } from './webhooks/sender.ts';

/**
 * The ports: everything operations need from outside. A plain object that `compose.ts` makes once per process; tests
 * override its parts. What only HTTP needs is in `http/context.ts`.
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
  /** The live ones among them, for those who set them up. */
  liveChains: LiveChains;
  rates: Record<Environment, RateSource>;
  /** Live prices; null until a live chain is configured. */
  prices: LivePrices | null;
  modes: Record<Environment, PaymentMode>;
  /** How completed payments are booked. */
  bookings: Bookings;
  /** Called in order, in the transaction of every announced move of a payment. */
  followers: PaymentFollower[];
  /** Called in order, in every transaction that changes arrivals on a live chain. */
  arrivalFollowers: ArrivalFollower[];
  /** Called in order, in every transaction that goes back to an earlier block of a live chain, before the arrivals'. */
  abandonFollowers: AbandonFollower[];
  /** Called in order, in every transaction in which transfers end. */
  transferFollowers: TransferFollower[];
  /** The same for transfers other than sweeps that were completed in a block that the chain abandoned, and end again. */
  reopenedFollowers: TransferFollower[];
  /** Called in order, in every transaction in which a route ends. */
  routeFollowers: RouteFollower[];
  /** Resolves the host names of webhook endpoints. */
  resolve: Resolve;
  /** Sends webhook deliveries. */
  sender: Sender;
  /** Sends mail; null keeps it in the outbox. */
  mailer: Mailer | null;
  mailLimits: MailLimits;
}

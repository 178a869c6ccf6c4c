import type { Lies } from './chain/lies.ts';
import type { ModelChain } from './chain/model-chain.ts';
import type { ViewOf } from './chain/nodes.ts';
import type { Omissions } from './chain/omissions.ts';
import type { Chance } from './chance.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Faults } from './faults.ts';
import type { Inbox } from './inbox.ts';
import type { Screener } from './people/screener.ts';
import type { Plant } from './plants/plant.ts';
import type { Prices } from './prices.ts';
import type { SimulatedClock } from './scheduler/held-time.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { Trace } from './scheduler/trace.ts';
import type { Cold } from './solana/cold/cold.ts';
import type { ModelSolana } from './solana/model-solana.ts';
import type { Wants } from './wants.ts';

/** What one history happens in. */
export interface World {
  seed: number;
  chance: Chance;
  trace: Trace;
  scheduler: Scheduler;
  clock: SimulatedClock;
  database: SimulatedDatabase;
  /** One or two. */
  chains: readonly ModelChain[];
  /** Null in histories without it. */
  solana: ModelSolana | null;
  /** Null in histories whose treasury on Solana keeps everything. */
  cold: Cold | null;
  /** Some customers pay by signature. */
  isSigning: boolean;
  /** Some merchants have rules that ask for a second member. */
  hasApprovals: boolean;
  /** The second chain is final by depth, and large money there by its `finalized` tag. */
  hasLarge: boolean;
  /** Large money that was final before that. */
  earlyMoney: string[];
  /** Payouts that were let go before a block that is newer than themselves was final. */
  earlyPayouts: string[];
  /** Null in histories without screening. */
  screener: Screener | null;
  /** The keys of the operator and the settler are in a service elsewhere. */
  hasRemoteKeys: boolean;
  faults: Faults;
  omissions: Omissions;
  lies: Lies;
  wants: Wants;
  prices: Prices;
  /** The bug that was put in, if any. */
  plant: Partial<Plant>;
  viewOf: ViewOf;
  /** What each merchant's receiver got, by merchant. */
  inboxes: ReadonlyMap<string, Inbox>;
  /** Message ids that the mail server took. */
  mails: string[];
  /** Links to say where to send a refund, by their secret: the mail with it, or the refund that the shop asked for. */
  claimLinks: Map<string, string>;
  /** What the service logged as an error. */
  errors: string[];
  /** Processes started so far. */
  starts: number;
}

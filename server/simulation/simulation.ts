import type { Backup } from './database.ts';
import type { ChainOperator } from './people/chain-operator.ts';
import type { Claimants } from './people/claimants.ts';
import type { Customers } from './people/customers.ts';
import type { Merchant } from './people/merchant.ts';
import type { Order } from './people/shop.ts';
import type { SigningCustomers } from './people/signing-customers.ts';
import type { Visitors } from './people/visitors.ts';
import type { Processes } from './processes.ts';
import type { ColdOperator } from './solana/cold/cold-operator.ts';
import type { ColdWatch } from './solana/cold/cold-watch.ts';
import type { SolanaCustomers } from './solana/solana-customers.ts';
import type { SolanaOrder } from './solana/solana-order.ts';
import type { World } from './world.ts';

/** Everything a history consists of. */
export interface Simulation {
  world: World;
  merchants: readonly Merchant[];
  visitors: Visitors;
  claimants: Claimants;
  customers: Customers;
  /** Null in histories without payments by signature. */
  signingCustomers: SigningCustomers | null;
  /** Null in histories without Solana. */
  solanaCustomers: SolanaCustomers | null;
  /** Null in histories without cold money. */
  coldOperator: ColdOperator | null;
  coldWatch: ColdWatch | null;
  chainOperator: ChainOperator;
  processes: Processes;
  /** Of this history, the newest last. */
  backups: Backup[];
  /** A backup was restored: what came after it is forgotten, and the chain went on. */
  isRestored: boolean;
  /** Nodes hid what the vaults had paid before it, headers and all. */
  isBlind: boolean;
  /** The ids under which transfers were paid that the backup has lost. */
  readonly lostPayIds: Map<string, string>;
}

/** Whether a chain took back money of this payment, or of any. */
export function hasLost({ world }: Pick<Simulation, 'world'>, deposit?: { address: string } | null): boolean {
  return world.chains.some(({ lost }) =>
    deposit === undefined ? lost.length > 0 : lost.some(({ to }) => to === deposit?.address),
  );
}

/** Of all merchants. */
export function ordersOf({ merchants }: Pick<Simulation, 'merchants'>): Order[] {
  return merchants.flatMap(({ shop }) => shop.orders);
}

export function solanaOrdersOf({ merchants }: Pick<Simulation, 'merchants'>): SolanaOrder[] {
  return merchants.flatMap(({ shop }) => shop.solanaOrders);
}

import type { Backup } from './database.ts';
import type { Biller } from './people/biller.ts';
import type { ChainOperator } from './people/chain-operator.ts';
import type { Claimants } from './people/claimants.ts';
import type { Customers } from './people/customers.ts';
import type { LinkSeller } from './people/link-seller.ts';
import type { Owner } from './people/owner.ts';
import type { Shop } from './people/shop.ts';
import type { Visitors } from './people/visitors.ts';
import type { Processes } from './processes.ts';
import type { SolanaCustomers } from './solana/solana-customers.ts';
import type { World } from './world.ts';

/** Everything a history consists of. */
export interface Cast {
  world: World;
  shop: Shop;
  biller: Biller;
  linkSeller: LinkSeller;
  visitors: Visitors;
  claimants: Claimants;
  customers: Customers;
  /** Null in histories without Solana. */
  solanaCustomers: SolanaCustomers | null;
  owner: Owner;
  chainOperator: ChainOperator;
  processes: Processes;
  /** Of this history, the newest last. */
  backups: Backup[];
  /** A backup was restored: what came after it is forgotten, and the chain went on. */
  isRestored: boolean;
}

import {
  type Address,
  balanceOf,
  canonical,
  type ModelBlock,
  type ModelTransaction,
  type PaymentTransaction,
} from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import { lower } from '../chain/vault-model.ts';
import { vault } from '../operator.ts';
import { ordersOf, type Simulation } from '../simulation.ts';

export const tokenNames = ['USDC', 'ETH'] as const;
type TokenName = (typeof tokenNames)[number];

/** The contract; null for native money. */
export function contractOf({ facts }: ModelChain, token: TokenName): Address | null {
  return token === 'USDC' ? facts.usdc : null;
}

/** Null for a look-alike. */
export function tokenOf({ facts }: ModelChain, contract: Address | null): TokenName | null {
  if (contract === null) return 'ETH';
  return contract === facts.usdc ? 'USDC' : null;
}

/** Money that reached addresses of ours on a chain, as it is now. */
export interface Received extends PaymentTransaction {
  block: ModelBlock;
}

export function received(simulation: Simulation, chain: ModelChain): Received[] {
  const ours = depositsOf(simulation);
  return canonical(chain.tip).flatMap((block) =>
    block.transactions.flatMap((transaction) => {
      const one = moneyIn(chain, transaction);
      return one && !block.failed.has(transaction) && ours.has(one.to) ? [{ ...one, block }] : [];
    }),
  );
}

/** What a customer paid with a transaction, whoever sent it; null for other transactions. */
export function moneyIn(
  { authorizations }: ModelChain,
  transaction: ModelTransaction,
): PaymentTransaction | null {
  return transaction.kind === 'payment' ? transaction : authorizations.paidBy(transaction);
}

/** They are ours on every chain, and some customers choose the wrong one. */
function depositsOf(simulation: Simulation): Set<Address> {
  return new Set(ordersOf(simulation).flatMap(({ deposit }) => deposit?.address ?? []));
}

export function atDeposits(simulation: Simulation, chain: ModelChain, token: TokenName): bigint {
  const contract = contractOf(chain, token);
  return [...depositsOf(simulation)].reduce(
    (sum, one) => sum + balanceOf(chain.tip.state, contract, one),
    0n,
  );
}

export function inVault(chain: ModelChain, token: TokenName): bigint {
  return balanceOf(chain.tip.state, contractOf(chain, token), lower(vault));
}

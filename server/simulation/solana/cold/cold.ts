import { type Chance, chanceFrom } from '../../chance.ts';
import type { ModelSolana } from '../model-solana.ts';
import { coldWallet, customerWallets, signPayment, type Wallet } from '../solana-wallet.ts';

/** What the treasury does not need goes to an address whose key no worker has. */
export interface Cold {
  wallet: Wallet;
  /** In USD: what may stay hot. */
  maxUsd: number;
  /** Choices of its own, so that those of other histories stay what they are. */
  chance: Chance;
}

const ownSeed = 0xc01d;
/** Of histories that can have it. */
const share = 0.5;
/** Payments are of 5 to 95 USD. */
const maxima = [0, 2, 10, 30, 80];
/** Of merchants. What a schedule pays out within a day stays hot, and most have one. */
const manualShare = 0.6;
/** Pays the fees of refills. The operator's own: the service counts none of it. */
const ownLamports = 50_000_000n;

/** Whether a history with Solana has cold money. */
export function isCold(seed: number): boolean {
  return chanceFrom(seed ^ ownSeed).happens(share);
}

/** Gives the operator's wallet what its fees cost. */
export async function openCold(seed: number, solana: ModelSolana): Promise<Cold> {
  const chance = chanceFrom(seed ^ ownSeed ^ 1);
  const wallet = await coldWallet();
  const [payer] = await customerWallets();
  if (!payer) throw new Error('there are no wallets');
  solana.ledger.submit(
    await signPayment(solana, payer, { token: 'SOL', to: wallet.address, units: ownLamports }),
  );
  return { wallet, maxUsd: chance.pick(maxima), chance };
}

/** Whether a merchant asks for each payout itself. */
export function paysOutByHand(cold: Cold | null): boolean {
  return cold?.chance.happens(manualShare) ?? false;
}

import type { SolanaAccount, SolanaSenderNode } from '../../../chains/solana/sender-node.ts';
import { tokenAccountOf } from '../../../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../../chains/watching/solana/treasury-accounts.ts';
import { chains } from '../../../lib/chains/registry.ts';
import type { Db } from '../../../platform/db/client.ts';
import { selectColdAddresses } from '../../transfers/solana/cold/book-cold.ts';
import type { Comparison } from '../reconciliation.ts';
import { selectAccounts, selectLedger, selectReadSlot, selectUnderWay } from './solana-reconcile-store.ts';

const tokens = chains.solana.tokens.map(({ symbol }) => symbol);

/**
 * Compares the ledger with finalized accounts, for every token. Null before the first pass. Solana's nodes serve no
 * past states, so deposit addresses are read first and the treasury later, never at an older slot. Money that a sweep
 * moves meanwhile is counted twice rather than missed.
 */
export async function compareWithSolana(
  db: Db,
  node: SolanaSenderNode,
  { usdcMint }: SolanaLiveChain,
): Promise<{ blockNumber: number; blockTime: null; comparisons: Comparison[] } | null> {
  const kept = await db.begin('isolation level repeatable read read only', async (tx) => ({
    slot: await selectReadSlot(tx),
    held: await selectLedger(tx, tokens),
    underWay: await selectUnderWay(tx),
    accounts: await selectAccounts(tx),
    treasuries: await selectTreasuries(tx),
    cold: await selectColdAddresses(tx),
  }));
  if (kept.slot === null) return null;
  const tokenAccounts = (owners: readonly string[]) =>
    Promise.all(owners.map((owner) => tokenAccountOf(owner, usdcMint)));
  const ofTreasuries = [kept.treasuries, await tokenAccounts(kept.treasuries)] as const;
  const ofCold = [kept.cold, await tokenAccounts(kept.cold)] as const;
  const own = ofTreasuries.flat();
  // Connected wallets pay straight into the treasury.
  const deposits = kept.accounts.filter(({ account }) => !own.includes(account));
  const atDeposits = await node.accounts(
    deposits.map(({ account }) => account),
    kept.slot,
  );
  const slot = deposits.length > 0 ? atDeposits.slot : kept.slot;
  // In one request, so at one slot: money that goes to a cold address or comes back is neither missed nor counted twice.
  const asked = [...own, ...ofCold.flat()];
  const inTreasury = await node.accounts(asked, slot);
  const comparisons = tokens.map((token): Comparison => {
    const units = (account: SolanaAccount | null | undefined) => unitsOf(token, account ?? null);
    const sumOf = ([addresses, tokenAccounts]: readonly [readonly string[], readonly string[]]) =>
      (token === 'SOL' ? addresses : tokenAccounts).reduce(
        (sum, account) => sum + units(inTreasury.accounts[asked.indexOf(account)]),
        0n,
      );
    const deposited = deposits.reduce(
      (sum, one, index) => sum + (one.token === token ? units(atDeposits.accounts[index]) : 0n),
      0n,
    );
    const ledger = (kind: 'deposit_address' | 'vault' | 'cold') =>
      BigInt(kept.held.find((row) => row.kind === kind && row.token === token)?.units ?? '0');
    const accounts: Comparison['accounts'] = [
      { kind: 'deposit_address', ledger: ledger('deposit_address'), onChain: deposited },
      { kind: 'vault', ledger: ledger('vault'), onChain: sumOf(ofTreasuries) },
    ];
    if (kept.cold.length > 0) {
      const there = sumOf(ofCold);
      const booked = ledger('cold');
      accounts.push({ kind: 'cold', ledger: booked, onChain: there < booked ? there : booked });
    }
    const moving = kept.underWay.find((row) => row.token === token);
    return { token, accounts, unfinal: explained(accounts, moving) };
  });
  // Nodes answer with the newest finalized state, so there is no older block time.
  return { blockNumber: inTreasury.slot, blockTime: null, comparisons };
}

/** The part of the difference that money under way explains: it may be finalized and not recorded yet. */
function explained(
  accounts: Comparison['accounts'],
  moving: { arriving: string; leaving: string } | undefined,
): bigint {
  const difference = accounts.reduce((sum, { ledger, onChain }) => sum + onChain - ledger, 0n);
  const [arriving, leaving] = [BigInt(moving?.arriving ?? '0'), BigInt(moving?.leaving ?? '0')];
  if (difference > 0n) return difference < arriving ? difference : arriving;
  return -difference < leaving ? difference : -leaving;
}

function unitsOf(token: string, account: SolanaAccount | null): bigint {
  if (account === null) return 0n;
  if (token === 'SOL') return account.lamports;
  return account.data.length >= 72 ? account.data.readBigUInt64LE(64) : 0n;
}

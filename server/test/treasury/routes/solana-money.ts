import type { SolanaChain } from '../../../../devnet/solana/start-solana.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { createSolanaSenderNode } from '../../../src/chains/solana/sender-node.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { createSolanaRpc } from '../../../src/chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { differenceIn } from '../../../src/treasury/reconciliation/reconciliation.ts';
import { compareWithSolana } from '../../../src/treasury/reconciliation/solana/compare-solana.ts';
import { account, moving, postNow } from '../ledger/support.ts';
import { finalityBlocks, type RoutingService } from './routing-service.ts';

export function solanaOf({ solana }: RoutingService): SolanaChain {
  if (!solana) throw new Error('the service has no Solana');
  return solana;
}

export function treasuryOf({ ctx }: RoutingService): string {
  return ctx.liveChains.wallet()?.solana_treasury ?? '';
}

/** Of Solana. */
type SolanaToken = 'SOL' | 'USDC';

/** What an owner has, the treasury unless told otherwise. */
export async function treasuryUnits(
  service: RoutingService,
  token: SolanaToken = 'USDC',
  owner = treasuryOf(service),
): Promise<bigint> {
  const own = token === 'SOL' ? owner : await tokenAccountOf(owner, solanaChain.usdcMint);
  const config = { encoding: 'base64', commitment: 'processed' };
  const { result } = solanaOf(service).answer('getAccountInfo', [own, config]) as {
    result: { value: { data: [string]; lamports: number } | null };
  };
  if (!result.value) return 0n;
  if (token === 'SOL') return BigInt(result.value.lamports);
  return Buffer.from(result.value.data[0], 'base64').readBigUInt64LE(64);
}

/** What the treasury holds of a token beyond what the ledger and money under way explain. */
export async function differenceOnSolana(service: RoutingService, of: SolanaToken = 'USDC'): Promise<bigint> {
  const { db, config, openRpc, clock } = service.ctx;
  const chain = liveSolana(config.chains);
  if (!chain) throw new Error('the service has no Solana');
  const final = solanaOf(service).slot() - finalityBlocks;
  await db`
    insert into chain_cursors (chain, number, final_number) values ('solana', ${final}, ${final})
    on conflict (chain) do update set number = excluded.number, final_number = excluded.final_number`;
  const rpc = createSolanaRpc(openRpc, chain.genesisHash, { urls: chain.rpcUrls, nowMs: clock.nowMs });
  const compared = await compareWithSolana(db, createSolanaSenderNode(rpc), chain);
  await rpc.close();
  const found = compared?.comparisons.find(({ token }) => token === of);
  if (!found) throw new Error('nothing was compared');
  return differenceIn(found);
}

/** A merchant with a balance on Solana, which is in the treasury. */
export async function addSolanaMerchant(
  service: RoutingService,
  units: bigint,
  token: SolanaToken = 'USDC',
): Promise<string> {
  const { merchantId } = await service.createMerchant();
  await solanaOf(service).pay({ token, to: treasuryOf(service), units });
  // Booked money is finalized: no fork takes it back.
  solanaOf(service).mine(finalityBlocks + 1);
  const rest = { environment: 'live', chain: 'solana', token } as const;
  const [held, owed] = [account('vault', merchantId, rest), account('merchant_balance', merchantId, rest)];
  await postNow(service.ctx, [moving('completion', service.ctx.ids.next('pay'), units, owed, held)]);
  return merchantId;
}

/** Makes the database forget that it has sent a route's transaction, as a restored backup does. */
export async function forgetSent({ ctx }: RoutingService, routeId: string): Promise<void> {
  await ctx.db`
    with forgotten as (update transfers set status = 'waiting', batch_id = null, due_at = now()
      where source = ${routeId} and status = 'sending' returning transfer_id)
    update solana_batches set status = 'done' where status = 'open' and exists (select from forgotten)`;
}

import {
  type Address,
  createSolanaRpc,
  type EncodedAccount,
  fetchEncodedAccount,
  type KeyPairSigner,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemProgram, usdcMint } from '../../../devnet/solana/addresses.ts';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { createSolanaSenderNode } from '../../src/chains/solana/sender-node.ts';
import { createSolanaRpc as createNodeRpc } from '../../src/chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../../src/chains/solana/token-account.ts';
import { refundLostPosting, refundPosting, refundSentPosting } from '../../src/treasury/ledger/postings.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { compareSolana } from '../../src/treasury/reconciliation/reconcile-task.ts';
import type { Comparison } from '../../src/treasury/reconciliation/reconciliation.ts';
import { reconcileSolanaGas } from '../../src/treasury/reconciliation/solana/reconcile-solana-gas.ts';
import { showTransfer } from '../../src/treasury/transfers/transfers.ts';
import { until } from '../support/process.ts';
import { balances, postNow } from '../treasury/ledger/support.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

let live: SolanaService;
beforeAll(async () => {
  live = await startSolanaService();
  await live.ctx.db`update api_keys set any_address = true where merchant_id = ${live.merchantId}`;
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const walletAt = (number: number) => live.chain.wallets[number] as KeyPairSigner;

/** A payment that is completed, from the wallet with this number. */
async function paid(
  token: 'SOL' | 'USDC',
  wallet: number,
): Promise<{ paymentId: string; units: bigint; address: string }> {
  const { payment_id = '', address = '', token_amount = '' } = await live.open(token);
  const units = BigInt(token_amount.replace('.', '')) * (token === 'SOL' ? 1000n : 1n);
  await live.chain.pay({ token, to: address, units, from: walletAt(wallet) });
  live.chain.mine(finalityBlocks + 1);
  await live.untilStatus(payment_id, 'completed');
  return { paymentId: payment_id, units, address };
}

const refund = (body: object) => live.call('POST', '/refunds', { key: live.liveKey, body });
const get = async (id: string) => (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;

/** Makes blocks until the refund has this status. */
async function untilRefund(refundId: string, status: string): Promise<Record<string, unknown>> {
  let now: Record<string, unknown> = {};
  await until(
    async () => {
      live.chain.mine();
      now = await get(refundId);
      return now['status'] === status;
    },
    60_000,
    () => JSON.stringify(now),
  );
  return now;
}

/** Makes blocks until the refund waits for an address. */
async function untilWaiting(refundId: string): Promise<void> {
  await until(async () => {
    live.chain.mine();
    return (await get(refundId)).waiting_for === 'address';
  }, 60_000);
}

/** Nothing is under way: the ledger equals the chain to the last unit, at each kind of account. */
async function expectEven(): Promise<void> {
  const chain = liveSolana(live.ctx.config.chains);
  let comparisons: Comparison[] = [];
  await until(
    async () => {
      live.chain.mine();
      comparisons = (chain && (await compareSolana(live.ctx, chain))?.comparisons) ?? [];
      return (
        comparisons.length === 2 &&
        comparisons.every(
          ({ accounts, unfinal }) =>
            unfinal === 0n && accounts.every(({ ledger, onChain }) => ledger === onChain),
        )
      );
    },
    60_000,
    () =>
      comparisons
        .flatMap(({ token, accounts }) => accounts.map((a) => `${token} ${a.kind} ${a.ledger} ${a.onChain}`))
        .join(),
  );
}

describe('a live refund on Solana', () => {
  it('in USDC goes to the payer, from its swept deposit, and the ledger equals the chain all the way', async () => {
    const { paymentId: payment_id, address } = await paid('USDC', 1);
    await expectEven();
    const payer = walletAt(1).address;
    const before = await live.balanceOf('USDC', payer);
    const { status, json } = await refund({ payment_id, amount: '4.00' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: 'processing', chain: 'solana', token: 'USDC' });
    const done = await untilRefund(json.data.refund_id, 'completed');
    expect(done).toMatchObject({
      refunded_to: payer,
      tx_hash: expect.stringMatching(/^[1-9A-Za-z]{80,90}$/),
    });
    expect((await live.balanceOf('USDC', payer)) - before).toBe(usdc(4));
    expect(await live.balanceOf('USDC', live.treasury)).toBe(usdc(6));
    await expectEven();
    const rest = await refund({ payment_id });
    await untilRefund(rest.json.data.refund_id, 'completed');
    expect((await live.balanceOf('USDC', payer)) - before).toBe(usdc(10));
    expect(await live.get(payment_id)).toMatchObject({ status: 'refunded' });
    const sweeps = await live.ctx.db`select status, units from transfers where source = ${payment_id}`;
    expect(sweeps).toEqual([{ status: 'completed', units: usdc(10).toString() }]);
    await expectEven();
    const shown = await showTransfer(live.ctx, json.data.refund_id);
    expect(shown?.onSolana.map(({ tx_hash }) => tx_hash)).toContain(done['tx_hash']);
    await expectClosed(address);
  });

  it('in SOL arrives to the last lamport, with dust that came late, and the treasury keeps its reserve', async () => {
    const { paymentId: payment_id, units, address } = await paid('SOL', 2);
    await expectEven();
    const payer = walletAt(2).address;
    const before = await live.balanceOf('SOL', payer);
    // Too little to stay in an account alone, and not worth a sweep.
    await live.chain.pay({ token: 'SOL', to: address, units: 100n });
    live.chain.mine(finalityBlocks + 1);
    const { json } = await refund({ payment_id });
    await untilRefund(json.data.refund_id, 'completed');
    expect((await live.balanceOf('SOL', payer)) - before).toBe(units);
    expect(await live.balanceOf('SOL', live.treasury)).toBe(1_000_000n + 100n);
    await expectEven();
  });

  it('makes the token account of a payer who closed it, at the fee payer’s expense', async () => {
    const { paymentId: payment_id } = await paid('USDC', 3);
    const to = await tokenAccountOf(walletAt(3).address, usdcMint);
    live.chain.setAccount(emptyAccount(to as Address));
    const { json } = await refund({ payment_id });
    const { tx_hash } = await untilRefund(json.data.refund_id, 'completed');
    expect(await live.balanceOf('USDC', walletAt(3).address)).toBe(usdc(10));
    const [batch] = await live.ctx
      .db`select cost::text from solana_batches where tx_hash = ${String(tx_hash)}`;
    expect(batch).toEqual({ cost: String(live.chain.rentFor(165) + 10_000n) });
  });

  it('waits for another address where the chain would never take it: a frozen account, or one of tokens', async () => {
    const { paymentId: payment_id, units } = await paid('USDC', 4);
    const account = await tokenAccountOf(walletAt(4).address, usdcMint);
    live.chain.setAccount(withState(await accountAt(account), 2));
    const { json } = await refund({ payment_id });
    const { refund_id } = json.data;
    const give = async (address: string) => {
      await untilWaiting(refund_id);
      const given = await live.call('POST', `/refunds/${refund_id}/address`, {
        key: live.liveKey,
        body: { address },
      });
      expect(given.status).toBe(200);
    };
    await give(account);
    const before = await live.balanceOf('USDC', walletAt(0).address);
    await give(walletAt(0).address);
    expect(await untilRefund(refund_id, 'completed')).toMatchObject({ refunded_to: walletAt(0).address });
    expect(await live.balanceOf('USDC', walletAt(0).address)).toBe(before + units);
    live.chain.setAccount(withState(await accountAt(account), 1));
    await expectEven();
  });

  it('costs SOL of the fee payer, which is booked; what else comes there or leaves it is booked as such', async () => {
    const chain = liveSolana(live.ctx.config.chains);
    const rpc = createNodeRpc(live.ctx.openRpc, chain?.genesisHash ?? '', {
      urls: chain?.rpcUrls ?? [],
      nowMs: Date.now,
    });
    const node = createSolanaSenderNode(rpc);
    const compare = async () => {
      let moved: bigint | null = null;
      await until(async () => {
        live.chain.mine(finalityBlocks + 1);
        moved = await reconcileSolanaGas(live.ctx, live.feePayer, node);
        return moved !== null;
      }, 60_000);
      const found = await balances(live.ctx);
      const of = (account: string) => found.get(`${account} solana SOL`) ?? 0n;
      expect(of('gas')).toBe(await live.balanceOf('SOL', live.feePayer));
      return { moved, cost: of('gas_cost') };
    };
    const { cost } = await compare();
    const [batches] = await live.ctx.db<{ cost: string; earned: string }[]>`
      select sum(cost)::text as cost, count(*) filter (where cost < 0)::text as earned from solana_batches`;
    const rent = 16n * live.chain.rentFor(80) + live.chain.rentFor(165);
    expect(cost).toBe(BigInt(batches?.cost ?? 0) + rent);
    expect(Number(batches?.earned), 'sweeps that closed accounts').toBeGreaterThan(0);
    expect(await compare()).toEqual({ moved: 0n, cost });
    await live.chain.pay({ token: 'SOL', to: live.feePayer, units: 7_000_000n });
    expect(await compare()).toEqual({ moved: 7_000_000n, cost });
    await rpc.close();
  });

  it('is not sent again by a database that was restored from before it was', async () => {
    const { paymentId: payment_id } = await paid('USDC', 1);
    const { json } = await refund({ payment_id, amount: '3.00' });
    const { refund_id } = json.data;
    const { tx_hash } = await untilRefund(refund_id, 'completed');
    live.chain.mine(finalityBlocks);
    const payer = walletAt(1).address;
    const before = await live.balanceOf('USDC', payer);
    // As the backup has it: requested, and nothing signed.
    await live.ctx.db.begin(async (tx) => {
      await tx`update refunds set status = 'processing', tx_hash = null, completed_at = null where refund_id = ${refund_id}`;
      const [row] = await tx`
        update transfers set status = 'waiting', batch_id = null, tx_hash = null, ended_at = null, due_at = now()
        where transfer_id = ${refund_id} returning batch_id`;
      expect(row).toBeDefined();
      await tx`delete from solana_signatures where batch_id in (select batch_id from solana_batches where tx_hash = ${String(tx_hash)})`;
      await tx`delete from solana_batches where tx_hash = ${String(tx_hash)}`;
    });
    live.ctx.wake.at('send-transfers', new Date());
    const again = await untilRefund(refund_id, 'completed');
    expect(again['tx_hash']).toBe(tx_hash);
    expect(await live.balanceOf('USDC', payer)).toBe(before);
    await expectEven();
  });

  it('that a restored ledger lacks stops payouts until it is found, and the accounts are named', async () => {
    const { paymentId: payment_id } = await paid('USDC', 1);
    const { refund_id } = (await refund({ payment_id, amount: '3.00' })).json.data;
    await untilRefund(refund_id, 'completed');
    await expectEven();
    const own = { merchant_id: live.merchantId, environment: 'live' } as const;
    const { address } = await localSigner('payout wallet');
    await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'solana', address, 'ada@example.com'));
    const payOut = () =>
      live.call('POST', '/payouts', { key: live.liveKey, body: { chain: 'solana', token: 'USDC' } });
    const money = {
      environment: 'live',
      merchantId: live.merchantId,
      chain: 'solana',
      token: 'USDC',
    } as const;
    // As the backup has it: nothing of the refund.
    const refunded = { ...money, units: usdc(3), fee: 0n };
    await postNow(live.ctx, [refundLostPosting(refunded, refund_id, new Date())]);
    const [found] = await reconciledUntil(({ payouts_stopped_at }) => payouts_stopped_at !== null);
    expect(found?.differences).toMatchObject([{ token: 'USDC', difference: (-usdc(3)).toString() }]);
    expect(found?.differences[0].accounts.map(({ kind }: { kind: string }) => kind)).toContain('vault');
    expect((await payOut()).json.error).toMatchObject({
      code: 'PAYOUT_NOT_POSSIBLE',
      details: { reason: 'chain_stopped' },
    });
    const found_id = `${refund_id}:found`;
    await postNow(live.ctx, [
      refundPosting(refunded, found_id, new Date()),
      refundSentPosting(refunded, found_id, new Date()),
    ]);
    await reconciledUntil(({ payouts_stopped_at }) => payouts_stopped_at === null);
    await expectEven();
  });
});

interface Reconciliation {
  payouts_stopped_at: Date | null;
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into it
  differences: any[];
}

/** Lets the worker compare the ledger with the chain until the result is like this. */
async function reconciledUntil(isSo: (found: Reconciliation) => boolean): Promise<Reconciliation[]> {
  let found: Reconciliation[] = [];
  await until(async () => {
    live.chain.mine();
    await live.ctx.db`update ledger_reconciliations set due_at = now() where chain = 'solana'`;
    live.ctx.wake.at('reconcile', new Date());
    found = await live.ctx.db<Reconciliation[]>`
      select payouts_stopped_at, differences from ledger_reconciliations where chain = 'solana'`;
    return found.some(isSo);
  }, 60_000);
  return found;
}

it.each(['USDC', 'SOL'] as const)(
  'the balance in %s is paid out to the merchant’s wallet, and the ledger equals the chain',
  async (token) => {
    await paid(token, 1);
    const { address } = await localSigner(`payout wallet ${token}`);
    const own = { merchant_id: live.merchantId, environment: 'live' } as const;
    await live.ctx.db`delete from payout_wallets where family = 'solana'`;
    await live.ctx.db.begin((tx) => setWallet(live.ctx, tx, own, 'solana', address, 'ada@example.com'));
    const { status, json, text } = await live.call('POST', '/payouts', {
      key: live.liveKey,
      body: { chain: 'solana', token },
    });
    expect(status, text).toBe(201);
    let payout = json.data;
    await until(
      async () => {
        live.chain.mine();
        payout = (await live.call('GET', `/payouts/${payout.payout_id}`, { key: live.liveKey })).json.data;
        return payout.status === 'completed';
      },
      60_000,
      () => JSON.stringify(payout),
    );
    const shown = await showTransfer(live.ctx, payout.payout_id);
    expect(await live.balanceOf(token, address)).toBe(BigInt(shown?.transfer.units ?? 0));
    await expectEven();
  },
);

/** The sweep gave the account's rent to the fee payer. Who pays late makes it anew, and the money is found and swept. */
async function expectClosed(address: string): Promise<void> {
  const account = await tokenAccountOf(address, usdcMint);
  await expect(accountAt(account)).rejects.toThrow('no account');
  await live.chain.pay({ token: 'USDC', to: address, units: usdc(2) });
  const found = async () =>
    live.ctx
      .db`select state from arrivals where account = ${account} and units = ${usdc(2).toString()}::numeric`;
  await until(async () => {
    live.chain.mine();
    return (await found())[0]?.['state'] === 'final';
  }, 60_000);
  await expectEven();
}

async function accountAt(account: string): Promise<EncodedAccount> {
  const found = await fetchEncodedAccount(createSolanaRpc(live.chain.url), account as Address, {
    commitment: 'processed',
  });
  if (!found.exists) throw new Error(`no account ${account}`);
  return found;
}

/** A token account keeps its state at this place. */
function withState(account: EncodedAccount, state: 1 | 2): EncodedAccount {
  const data = Uint8Array.from(account.data);
  data[108] = state;
  return { ...account, data };
}

function emptyAccount(address: Address): EncodedAccount {
  return {
    address,
    lamports: 0n as EncodedAccount['lamports'],
    data: new Uint8Array(),
    executable: false,
    programAddress: systemProgram,
    space: 0n,
  };
}

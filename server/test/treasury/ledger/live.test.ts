import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { setFee } from '../../../src/merchants/merchants.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { reconcile } from '../../../src/treasury/reconciliation/reconcile-task.ts';
import { selectStoppedChains } from '../../../src/treasury/reconciliation/reconciliation.ts';
import { confirmations, type LiveService, startLiveService } from '../../live/live-service.ts';
import { until } from '../../support/process.ts';
import { account, moving, postNow, usdcBalances } from './support.ts';

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const pay = (address: `0x${string}`, dollars: number) =>
  live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(dollars) });

const usdcNow = () => usdcBalances(live.ctx, live.merchantId);
const untilHeld = (held: bigint) => until(async () => (await usdcNow()).held === held, 60_000);

describe('live money', () => {
  it('is unapplied when it is final, the merchant’s when its payment completes, and the excess stays unapplied', async () => {
    await setFee(live.ctx, live.merchantId, 50);
    const { payment_id, address } = await live.open('base', 'USDC');
    await pay(address, 4);
    expect(await usdcNow(), 'nothing is booked before it is final').toMatchObject({ held: 0n });
    await live.chains.mine('base', confirmations);
    await untilHeld(usdc(4));
    expect(await usdcNow()).toEqual({ held: usdc(4), balance: 0n, unapplied: usdc(4), fees: 0n });
    await pay(address, 8);
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    expect(await usdcNow()).toEqual({
      held: usdc(12),
      balance: usdc(9.95),
      unapplied: usdc(2),
      fees: usdc(0.05),
    });
  });

  it('that is too little stays unapplied; dust within the tolerance is the merchant’s', async () => {
    await setFee(live.ctx, live.merchantId, 0);
    const before = await usdcNow();
    const { payment_id, address } = await live.open('base', 'USDC');
    await pay(address, 10);
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    await pay(address, 0.02);
    await live.chains.mine('base', confirmations);
    await untilHeld(before.held + usdc(10.02));
    expect(await usdcNow()).toMatchObject({
      balance: before.balance + usdc(10.02),
      unapplied: before.unapplied,
    });
    await pay((await live.open('base', 'USDC')).address, 3);
    await live.chains.mine('base', confirmations);
    await untilHeld(before.held + usdc(13.02));
    expect(await usdcNow()).toMatchObject({
      balance: before.balance + usdc(10.02),
      unapplied: before.unapplied + usdc(3),
    });
  });
});

describe('the ledger is compared with the chain', () => {
  interface Difference {
    token: string;
    difference: string;
    accounts: { kind: string; ledger: string; on_chain: string }[];
  }

  async function compare(): Promise<{ stopped: string[]; differences: Difference[] }> {
    const [chain] = liveChains(live.ctx.config.chains, live.vault);
    if (!chain) throw new Error('no chain');
    await reconcile(live.ctx, chain, live.vault);
    const [row] = await live.ctx.db<{ differences: Difference[] }[]>`
      select differences from ledger_reconciliations where checked_at is not null`;
    return { stopped: await selectStoppedChains(live.ctx.db), differences: row?.differences ?? [] };
  }
  const metric = async () =>
    /causeway_chain_payouts_stopped\{chain="base"\} (\d)/.exec(
      await live.ctx.metrics.registry.metrics(),
    )?.[1];

  it('and equals it, also while money is not final, of a token and of native money', async () => {
    const { address, payment_id } = await live.open('base', 'ETH');
    await live.chains.pay({ chain: 'base', token: 'ETH', to: address, units: 4n * 10n ** 15n });
    expect(await compare()).toEqual({ stopped: [], differences: [] });
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    expect(await compare()).toEqual({ stopped: [], differences: [] });
    expect((await checkLedger(live.ctx.db)).problems).toEqual([]);
  });

  it('payouts stop while less is there than the ledger says, and the accounts are named', async () => {
    const rest = { environment: 'live' } as const;
    const [held, outside] = [account('deposit_address', '', rest), account('outside', '', rest)];
    await postNow(live.ctx, [moving('fee', 'planted', 5n, outside, held)]);
    const logged = vi.spyOn(live.ctx.log, 'error').mockImplementation(() => {});
    const { stopped, differences } = await compare();
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ chain: 'base' }),
      'less is on the chain than the ledger says: payouts there are stopped',
    );
    logged.mockRestore();
    expect(stopped).toEqual(['base']);
    expect(await metric()).toBe('1');
    const { held: ledger } = await usdcNow();
    expect(differences).toMatchObject([
      {
        token: 'USDC',
        difference: '-5',
        accounts: [
          { kind: 'deposit_address', ledger: ledger.toString(), on_chain: (ledger - 5n).toString() },
          { kind: 'vault', ledger: '0', on_chain: '0' },
        ],
      },
    ]);
    await postNow(live.ctx, [moving('fee', 'taken back', 5n, held, outside)]);
    expect(await compare()).toEqual({ stopped: [], differences: [] });
    expect(await metric()).toBe('0');
  });

  it('a stranger who sends money to the vault does not stop payouts', async () => {
    await pay(live.vault as `0x${string}`, 1);
    const before = await live.ctx.db`select final_number from chain_cursors`;
    await live.chains.mine('base', confirmations);
    await until(async () => {
      const [now] = await live.ctx.db`select final_number from chain_cursors`;
      return Number(now?.['final_number']) >= Number(before[0]?.['final_number']) + confirmations;
    });
    const { stopped, differences } = await compare();
    expect(stopped).toEqual([]);
    expect(differences).toMatchObject([{ token: 'USDC', difference: usdc(1).toString() }]);
  });
});

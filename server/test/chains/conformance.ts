import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter, DepositReport } from '../../src/chains/adapter.ts';
import { chains, type Token } from '../../src/lib/chains/registry.ts';
import { addressBytes, addressLength, txHashLength } from './encoding.ts';

/** What a test needs of a chain beside its adapter: a customer with money, and the power to make time pass. */
export interface AdapterHarness {
  adapter: ChainAdapter;
  /** Confirmations after which the adapter calls a transaction final. */
  confirmations: number;
  /** Done with each new deposit address, as payments do before they show it. */
  watch?(address: string): Promise<void>;
  /** A customer sends money. Answers with the hash of the transaction, which is not final yet. */
  send(transfer: { token: Token; toAddress: string; units: bigint; reverts?: boolean }): Promise<string>;
  /** The address `send` sends from. */
  customerAddress: string;
  /** Everything sent so far becomes final, as a success or as a revert. */
  finalise(): Promise<void>;
  /** Replaces the newest block by another one, which holds only these of its transactions. */
  reorganise?(kept: string[]): Promise<void>;
  now(): Date;
  stop(): Promise<void>;
}

/** What differs between chains by design. */
export interface AdapterTraits {
  /** Whether transactions are in blocks, which have times and can be abandoned. */
  hasBlocks: boolean;
  /** Whether a transaction that reverts is reported. Where anybody can send one to an address, it must not be. */
  reportsFailures: boolean;
  /** The least that a new address can receive of the native token; default 0. */
  leastNative?: bigint;
  /** The token of which amounts beyond a float exist; default the native one. */
  widest?: 'native' | 'stable';
}

type WatchedDeposit = Parameters<ChainAdapter['observe']>[0][number];

let made = 0;

/** The guarantees payments build on. Every adapter must pass, whatever chain is behind it. */
export function describeAdapter(
  name: string,
  traits: AdapterTraits,
  makeHarness: () => Promise<AdapterHarness>,
): void {
  const { leastNative = 0n, widest = 'native' } = traits;
  const at = traits.hasBlocks ? expect.any(Date) : null;
  describe(`${name} adapter`, () => {
    let harness: AdapterHarness;
    let adapter: ChainAdapter;
    let native: Token;
    let stable: Token;
    beforeAll(async () => {
      harness = await makeHarness();
      adapter = harness.adapter;
      [native, stable] = chains[adapter.chain].tokens.map(({ symbol }) => symbol) as [Token, Token];
    });
    afterAll(() => harness?.stop());

    const newPaymentId = () => `pay_${(++made).toString().padStart(26, '0')}`;

    async function openDeposit(token: Token = stable): Promise<WatchedDeposit> {
      const address = await adapter.depositAddress(newPaymentId());
      await harness.watch?.(address);
      return {
        depositId: `dep_${++made}`,
        address,
        token,
        createdAt: harness.now(),
        expiresAt: new Date(harness.now().getTime() + 3_600_000),
      };
    }

    async function reportOf(deposit: WatchedDeposit): Promise<DepositReport> {
      const reports = await adapter.observe([deposit]);
      expect(reports.map((report) => report.depositId)).toEqual([deposit.depositId]);
      return reports[0] as DepositReport;
    }

    const pay = (deposit: WatchedDeposit, units: bigint, reverts = false) =>
      harness.send({ token: deposit.token, toAddress: deposit.address, units, reverts });

    describe('deposit addresses', () => {
      it('are the same each time one payment is asked about', async () => {
        const id = newPaymentId();
        expect(await adapter.depositAddress(id)).toBe(await adapter.depositAddress(id));
      });

      it('are different for every payment, and all of the chain’s own shape', async () => {
        const addresses = new Set<string>();
        for (let i = 0; i < 1000; i++) addresses.add(await adapter.depositAddress(newPaymentId()));
        expect(addresses.size).toBe(1000);
        const misshapen = [...addresses].filter(
          (address) => addressBytes(adapter.chain, address)?.length !== addressLength(adapter.chain),
        );
        expect(misshapen).toEqual([]);
      });
    });

    describe('observing', () => {
      it('answers nothing to no question', async () => {
        expect(await adapter.observe([])).toEqual([]);
      });

      it('reports an address nobody has paid to as empty', async () => {
        expect((await reportOf(await openDeposit())).transactions).toEqual([]);
      });

      it.each(['native token', 'stablecoin'])(
        'reports a %s as seen, then as final, with payer and exact units',
        async (kind) => {
          const deposit = await openDeposit(kind === 'stablecoin' ? stable : native);
          const units = 1_234_567_890_123n;
          const txHash = await pay(deposit, units);
          expect(addressBytes(adapter.chain, txHash)?.length).toBe(txHashLength(adapter.chain));
          const transaction = { txHash, payerAddress: harness.customerAddress, at, units };
          const required = harness.confirmations;

          const [seen, ...others] = (await reportOf(deposit)).transactions;
          expect(others).toEqual([]);
          expect(seen).toEqual({
            ...transaction,
            status: { state: 'seen', confirmations: expect.any(Number) },
          });
          if (seen?.status.state === 'seen') expect(seen.status.confirmations).toBeLessThan(required);

          await harness.finalise();
          const [final] = (await reportOf(deposit)).transactions;
          expect(final).toEqual({
            ...transaction,
            status: { state: 'final', confirmations: expect.any(Number) },
          });
          if (final?.status.state === 'final')
            expect(final.status.confirmations).toBeGreaterThanOrEqual(required);
        },
      );

      it('reports amounts beyond what a float can hold to the last unit', async () => {
        const deposit = await openDeposit(widest === 'native' ? native : stable);
        const units = 9_007_199_254_740_993n;
        await pay(deposit, units);
        expect((await reportOf(deposit)).transactions.map((tx) => tx.units)).toEqual([units]);
      });

      if (traits.reportsFailures)
        it('reports a transaction that reverted with reason and message', async () => {
          const deposit = await openDeposit();
          const txHash = await pay(deposit, 1000n, true);
          await harness.finalise();
          expect((await reportOf(deposit)).transactions).toEqual([
            {
              txHash,
              payerAddress: harness.customerAddress,
              at,
              units: 1000n,
              status: {
                state: 'reverted',
                failureReason: expect.stringMatching(/^[A-Z_]+$/),
                failureMessage: expect.stringMatching(/\S/),
              },
            },
          ]);
        });
      else
        it.each(['native token', 'stablecoin'])(
          'ignores a %s transaction that reverted: a stranger may have sent it',
          async (kind) => {
            const deposit = await openDeposit(kind === 'stablecoin' ? stable : native);
            await pay(deposit, 1000n, true);
            await harness.finalise();
            expect((await reportOf(deposit)).transactions).toEqual([]);
          },
        );

      it('reports everything each time: several transactions apart, and the same when asked again', async () => {
        const deposit = await openDeposit();
        const first = await pay(deposit, 400n);
        await harness.finalise();
        const second = await pay(deposit, 600n);
        const report = await reportOf(deposit);
        const found = report.transactions.map((tx) => [tx.txHash, tx.units, tx.status.state]);
        expect(found).toEqual([
          [first, 400n, 'final'],
          [second, 600n, 'seen'],
        ]);
        expect(await reportOf(deposit)).toEqual(report);
      });

      it('does not take another token for the one that was asked about', async () => {
        const deposit = await openDeposit(stable);
        await harness.send({ token: native, toAddress: deposit.address, units: leastNative + 1000n });
        expect((await reportOf(deposit)).transactions).toEqual([]);
        const sameAddress = { ...deposit, depositId: 'dep_native', token: native };
        expect((await reportOf(sameAddress)).transactions).toHaveLength(1);
      });

      it('answers for many addresses at once, each with its own money', async () => {
        const deposits: WatchedDeposit[] = [];
        for (let i = 0; i < 30; i++) deposits.push(await openDeposit(i % 2 ? stable : native));
        const unitsOf = (i: number) => (i % 2 ? 0n : leastNative) + BigInt(i);
        for (const [i, deposit] of deposits.entries()) if (i % 3) await pay(deposit, unitsOf(i));
        const reports = await adapter.observe(deposits);
        expect(reports.map((report) => report.depositId).sort()).toEqual(
          deposits.map((deposit) => deposit.depositId).sort(),
        );
        for (const [i, deposit] of deposits.entries()) {
          const report = reports.find(({ depositId }) => depositId === deposit.depositId);
          expect(report?.transactions.map((tx) => tx.units)).toEqual(i % 3 ? [unitsOf(i)] : []);
        }
      });

      it('never says to ask again at a moment that has passed', async () => {
        const deposit = await openDeposit();
        await pay(deposit, 5n);
        for (const step of ['seen', 'final']) {
          const { askAgainAt } = await reportOf(deposit);
          if (askAgainAt) expect(askAgainAt.getTime(), step).toBeGreaterThan(harness.now().getTime());
          await harness.finalise();
        }
      });
    });

    if (traits.hasBlocks)
      describe('a block that the chain abandons', () => {
        it('takes its transaction with it', async () => {
          const deposit = await openDeposit();
          await pay(deposit, 700n);
          expect((await reportOf(deposit)).transactions).toHaveLength(1);
          await harness.reorganise?.([]);
          expect((await reportOf(deposit)).transactions).toEqual([]);
        });

        it('changes nothing when the next block has the transaction again', async () => {
          const deposit = await openDeposit();
          const txHash = await pay(deposit, 700n);
          await harness.reorganise?.([txHash]);
          await harness.finalise();
          const found = (await reportOf(deposit)).transactions;
          expect(found.map((tx) => [tx.txHash, tx.units, tx.status.state])).toEqual([
            [txHash, 700n, 'final'],
          ]);
        });
      });
  });
}

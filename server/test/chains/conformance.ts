import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter, Report } from '../../src/chains/adapter.ts';
import { chains, type Token } from '../../src/lib/chains/registry.ts';
import { addressBytes, addressLength, txHashLength } from './encoding.ts';

/** What a test needs of a chain beside its adapter: a customer with money, and the power to make time pass. */
export interface AdapterHarness {
  adapter: ChainAdapter;
  /** As payments ask. */
  report(addresses: readonly string[]): Promise<Report>;
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

interface Deposit {
  address: string;
  token: Token;
}

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

    async function openDeposit(token: Token = stable): Promise<Deposit> {
      const address = await adapter.depositAddress(newPaymentId());
      await harness.watch?.(address);
      return { address, token };
    }

    /** What counts for the deposit, with what the chain took back left out. */
    async function arrivalsAt({ address, token }: Deposit) {
      const { arrivals } = await harness.report([address]);
      return arrivals.filter(
        (one) => one.chain === adapter.chain && one.token === token && one.state !== 'gone',
      );
    }

    const pay = (deposit: Deposit, units: bigint, reverts = false) =>
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
        expect(await harness.report([])).toMatchObject({ arrivals: [], failures: [] });
      });

      it('reports an address nobody has paid to as empty', async () => {
        expect(await arrivalsAt(await openDeposit())).toEqual([]);
      });

      it.each(['native token', 'stablecoin'])(
        'reports a %s as seen, then as final, with payer and exact units',
        async (kind) => {
          const deposit = await openDeposit(kind === 'stablecoin' ? stable : native);
          const units = 1_234_567_890_123n;
          const txHash = await pay(deposit, units);
          expect(addressBytes(adapter.chain, txHash)?.length).toBe(txHashLength(adapter.chain));
          const transaction = {
            tx_hash: txHash,
            payer_address: harness.customerAddress,
            block_time: at,
            units: units.toString(),
          };
          const seen = await arrivalsAt(deposit);
          expect(seen).toEqual([expect.objectContaining({ ...transaction, state: 'seen' })]);
          await harness.finalise();
          const final = await arrivalsAt(deposit);
          expect(final).toEqual([expect.objectContaining({ ...transaction, state: 'final' })]);
          expect(final[0]?.arrival_id).toBe(seen[0]?.arrival_id);
        },
      );

      it('reports amounts beyond what a float can hold to the last unit', async () => {
        const deposit = await openDeposit(widest === 'native' ? native : stable);
        const units = 9_007_199_254_740_993n;
        await pay(deposit, units);
        expect((await arrivalsAt(deposit)).map((one) => one.units)).toEqual([units.toString()]);
      });

      if (traits.reportsFailures)
        it('reports a transaction that reverted with reason and message', async () => {
          const deposit = await openDeposit();
          const txHash = await pay(deposit, 1000n, true);
          await harness.finalise();
          expect(await arrivalsAt(deposit)).toEqual([]);
          expect((await harness.report([deposit.address])).failures).toEqual([
            {
              chain: adapter.chain,
              token: deposit.token,
              address: deposit.address,
              tx_hash: txHash,
              payer_address: harness.customerAddress,
              units: '1000',
              reason: expect.stringMatching(/^[A-Z_]+$/),
              message: expect.stringMatching(/\S/),
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
            expect(await harness.report([deposit.address])).toMatchObject({ arrivals: [], failures: [] });
          },
        );

      it('reports everything each time: several transactions apart, and the same when asked again', async () => {
        const deposit = await openDeposit();
        const first = await pay(deposit, 400n);
        await harness.finalise();
        const second = await pay(deposit, 600n);
        const found = await arrivalsAt(deposit);
        expect(found.map((one) => [one.tx_hash, one.units, one.state])).toEqual([
          [first, '400', 'final'],
          [second, '600', 'seen'],
        ]);
        expect(await arrivalsAt(deposit)).toEqual(found);
      });

      it('does not take another token for the one that was asked about', async () => {
        const deposit = await openDeposit(stable);
        await harness.send({ token: native, toAddress: deposit.address, units: leastNative + 1000n });
        expect(await arrivalsAt(deposit)).toEqual([]);
        expect(await arrivalsAt({ ...deposit, token: native })).toHaveLength(1);
      });

      it('answers for many addresses at once, each with its own money', async () => {
        const deposits: Deposit[] = [];
        for (let i = 0; i < 30; i++) deposits.push(await openDeposit(i % 2 ? stable : native));
        const unitsOf = (i: number) => (i % 2 ? 0n : leastNative) + BigInt(i);
        for (const [i, deposit] of deposits.entries()) if (i % 3) await pay(deposit, unitsOf(i));
        const { arrivals } = await harness.report(deposits.map(({ address }) => address));
        for (const [i, { address, token }] of deposits.entries()) {
          const own = arrivals.filter((one) => one.address === address && one.token === token);
          expect(own.map((one) => one.units)).toEqual(i % 3 ? [unitsOf(i).toString()] : []);
        }
      });

      it('says when time alone makes it final, if it does', async () => {
        const deposit = await openDeposit();
        await pay(deposit, 5n);
        const [seen] = await arrivalsAt(deposit);
        if (traits.hasBlocks) expect(seen?.final_at).toBeUndefined();
        else expect(seen?.final_at?.getTime()).toBeGreaterThan(harness.now().getTime());
        expect((await harness.report([deposit.address])).readUntil.get(adapter.chain)).toBeInstanceOf(Date);
      });
    });

    if (traits.hasBlocks)
      describe('a block that the chain abandons', () => {
        it('takes its transaction with it', async () => {
          const deposit = await openDeposit();
          await pay(deposit, 700n);
          expect(await arrivalsAt(deposit)).toHaveLength(1);
          await harness.reorganise?.([]);
          expect(await arrivalsAt(deposit)).toEqual([]);
        });

        it('changes nothing when the next block has the transaction again', async () => {
          const deposit = await openDeposit();
          const txHash = await pay(deposit, 700n);
          await harness.reorganise?.([txHash]);
          await harness.finalise();
          const found = await arrivalsAt(deposit);
          expect(found.map((one) => [one.tx_hash, one.units, one.state])).toEqual([[txHash, '700', 'final']]);
        });
      });
  });
}

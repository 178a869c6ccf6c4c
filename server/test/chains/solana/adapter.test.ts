import {
  type Address,
  createSolanaRpc,
  fetchEncodedAccount,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { usdcMint } from '../../../../devnet/solana/addresses.ts';
import { paymentInstructions } from '../../../../devnet/solana/payments.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { liveReport } from '../../../src/chains/deposits/live-report.ts';
import { createSolanaAdapter } from '../../../src/chains/deposits/solana/solana-adapter.ts';
import { insertAddresses } from '../../../src/chains/deposits/solana/solana-pool-store.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { createAddressMaker, seedOf } from '../../../src/chains/wallets/solana/solana-keys.ts';
import { watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createSolanaLane } from '../../../src/chains/watching/solana/solana-lane.ts';
import { startTestService } from '../../support/service.ts';
import { type AdapterHarness, describeAdapter } from '../conformance.ts';

const chain = 'solana' as const;
const finalityBlocks = 8;
const watchForMs = 91 * 86_400_000;
const pooled = 1100;

/** The adapter as live mode has it: on what a watcher stored of a local chain. */
async function solanaHarness(): Promise<AdapterHarness> {
  const { ctx, stop } = await startTestService();
  const devnet = await startSolana({ lags: { finalized: finalityBlocks } });
  const live = liveSolana({ solana: { rpcUrls: [devnet.url] } });
  if (!live) throw new Error('solana is off');
  const lane = createSolanaLane(ctx, live, 'conformance');
  const read = () => lane.run(new AbortController().signal, () => false);
  const make = createAddressMaker(seedOf(`${'abandon '.repeat(11)}about`));
  const rows = Array.from({ length: pooled }, (_, index) => ({ index, address: make(index) }));
  await insertAddresses(ctx.db, rows, ctx.clock.now());
  const customer = devnet.wallets[0] as KeyPairSigner;
  await makeRich(devnet, customer.address);

  async function inVain(payment: Instruction[]): Promise<string> {
    const tooMuch = { token: 'SOL', to: customer.address, units: 10n ** 18n } as const;
    return devnet.transact(customer, [...payment, ...(await paymentInstructions(tooMuch, customer))]);
  }
  return {
    adapter: createSolanaAdapter(ctx.db, ctx.clock),
    report: (addresses) => liveReport(ctx.db, addresses),
    customerAddress: customer.address,
    watch: (address) =>
      watchAddresses(ctx, ctx.db, [
        { chain, address, native: true, watchUntil: new Date(Date.now() + watchForMs) },
      ]),
    async send({ token, toAddress: to, units, reverts }) {
      if (token !== 'SOL' && token !== 'USDC') throw new Error(`solana has no ${token}`);
      const instructions = await paymentInstructions({ token, to, units }, customer);
      const signature = await (reverts ? inVain(instructions) : devnet.transact(customer, instructions));
      devnet.mine();
      await read();
      return signature;
    },
    async finalise() {
      devnet.mine(finalityBlocks);
      await read();
    },
    async reorganise(kept) {
      devnet.fork(2, kept);
      devnet.mine(2);
      await read();
    },
    now: ctx.clock.now,
    async stop() {
      await stop();
      await devnet.stop();
    },
  };
}

/** As much USDC as no float holds. */
async function makeRich(devnet: SolanaChain, owner: string): Promise<void> {
  const account = (await tokenAccountOf(owner, usdcMint)) as Address;
  const found = await fetchEncodedAccount(createSolanaRpc(devnet.url), account);
  if (!found.exists) throw new Error('the customer has no token account');
  const data = Buffer.from(found.data);
  data.writeBigUInt64LE(10n ** 17n, 64);
  devnet.setAccount({ ...found, data: new Uint8Array(data) });
}

// Nodes write lamports as JSON numbers, and nobody holds more than a float does. Token amounts are text.
describeAdapter(
  'live solana',
  { hasBlocks: true, reportsFailures: false, leastNative: 1_000_000n, widest: 'stable' },
  solanaHarness,
);

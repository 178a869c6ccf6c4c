import type { Address, Hash } from 'viem';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { createEvmAdapter } from '../../../src/chains/deposits/evm/evm-adapter.ts';
import { liveReport } from '../../../src/chains/deposits/live-report.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createLane } from '../../../src/chains/watching/evm/lane.ts';
import { startTestService } from '../../support/service.ts';
import { type AdapterHarness, describeAdapter } from '../conformance.ts';

const chain = 'ethereum' as const;
const confirmations = 3;
/** Deposit addresses follow from it; what it can do is not needed to receive money. */
const vault = '0x00000000000000000000000000000000000Fa017';
const watchForMs = 91 * 86_400_000;

/** The adapter as live mode has it: on what a watcher stored of a local chain. */
async function evmHarness(): Promise<AdapterHarness> {
  const { ctx, stop } = await startTestService();
  const devnet = await startEvmChains({ chains: [chain] });
  const settings = { [chain]: { rpcUrls: [devnet.urls[chain]], confirmations } };
  const [live] = liveChains(settings, vault);
  if (!live) throw new Error(`${chain} is off`);
  const lane = createLane(ctx, live, 'conformance');
  const read = () => lane.run(new AbortController().signal, () => false);
  return {
    adapter: createEvmAdapter(chain, vault),
    report: (addresses) => liveReport(ctx.db, addresses),
    customerAddress: devnet.wallets[0]?.address ?? '',
    watch: (address) =>
      watchAddresses(ctx, ctx.db, [{ chain, address, watchUntil: new Date(Date.now() + watchForMs) }]),
    async send({ token, toAddress, units, reverts }) {
      const payment = { chain, token, to: toAddress as Address };
      const hash = await (reverts ? devnet.payInVain(payment) : devnet.pay({ ...payment, units }));
      await read();
      return hash;
    },
    async finalise() {
      await devnet.mine(chain, confirmations);
      await read();
    },
    async reorganise(kept) {
      await devnet.reorg(chain, 1, { keep: kept as Hash[] });
      await read();
    },
    now: ctx.clock.now,
    async stop() {
      await stop();
      await devnet.stop();
    },
  };
}

const traits = { hasBlocks: true, reportsFailures: false };
describeAdapter('live ethereum', traits, evmHarness);

import { expect, it } from 'vitest';
import { genesisHash } from '../../../../devnet/solana/addresses.ts';
import { startSolana } from '../../../../devnet/solana/start-solana.ts';
import { createRpc } from '../../../src/chains/rpc/rpc.ts';
import { createSolanaNode } from '../../../src/chains/solana/node.ts';
import { createSolanaRpc } from '../../../src/chains/solana/solana-rpc.ts';
import { startRpcProxy } from '../../treasury/transfers/rpc-proxy.ts';
import { chanceFrom } from '../watching/model/chance.ts';

it('reads of two nodes of which each fails every third request only take longer', async () => {
  const chain = await startSolana({ lags: { finalized: 8 } });
  const chance = chanceFrom(7);
  const flaky = await startRpcProxy({
    url: chain.url,
    random: () => chance.below(1000) / 1000,
    killShare: 0.1,
    maxKills: 0,
    kill: () => {},
    share: { before: 1 / 3, after: 0, nullReceipts: 0 },
  });
  const urls = [flaky.urlFor(1), flaky.urlFor(2)];
  const rpc = createSolanaRpc(createRpc, genesisHash, { urls, nowMs: Date.now });
  try {
    const node = createSolanaNode(rpc);
    for (let read = 0; read < 200; read++) expect(await node.finalizedSlot()).toBeGreaterThan(0);
    expect(flaky.counts.before).toBeGreaterThan(60);
  } finally {
    await rpc.close();
    await flaky.stop();
    await chain.stop();
  }
});

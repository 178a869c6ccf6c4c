import { evmChainIds } from '../../server/src/chains/evm/evm-chains.ts';
import { listen } from '../listen.ts';
import { chainSpecs, type EvmChain, type TokensOf } from './chain-specs.ts';
import type { ChainOptions, EvmChains } from './evm-chains.ts';
import { createFaultControls } from './fault-controls.ts';
import { noFaults } from './faults.ts';
import { createLocalChain, type LocalChain } from './local-chain.ts';
import { createPayments, type Payments } from './payments.ts';
import { type FeedAsset, priceFeeds } from './price-feeds.ts';
import { createRandom } from './random.ts';
import { type ServedChain, serveChain } from './rpc-server.ts';
import { priceCall, setupTransaction } from './setup.ts';
import { setupWallet, wallets } from './wallets.ts';

/** Starts local EVM chains in this process, served over HTTP at one port with a path for each. */
export async function startEvmChains<C extends EvmChain = EvmChain>(
  options: ChainOptions<C> = {},
): Promise<EvmChains<C>> {
  const { blockTimeMs, seed = 'devnet', port = 0 } = options;
  const names = options.chains ?? (evmChainIds as readonly EvmChain[] as readonly C[]);
  const served = new Map<C, ServedChain>();
  for (const name of names) served.set(name, await createServed(name, seed, options));
  const payments = new Map(
    names.map((name) => [name, createPayments(of(name).chain, blockTimeMs !== undefined)]),
  );
  const stopping = new AbortController();
  const server = await listen(port, (path) => {
    const found = names.find((name) => name === path);
    if (!found) return options.routes?.[path];
    return (request, response) => serveChain(of(found), request, response, stopping.signal);
  });
  const timers = names.map((name) => mineByTime(of(name).chain, blockTimeMs));

  function of(name: C): ServedChain {
    const one = served.get(name);
    if (!one) throw new Error(`${name} is not started.`);
    return one;
  }
  function on(name: C): Payments {
    const one = payments.get(name);
    if (!one) throw new Error(`${name} is not started.`);
    return one;
  }

  return {
    ...createFaultControls<C>((name) => of(name).faults),
    names,
    url: server.url,
    urls: byName(names, (name) => `${server.url}/${name}`),
    tokens: byName(names, (name) => chainSpecs[name].tokens) as { [K in C]: TokensOf<K> },
    chainIds: byName(names, (name) => of(name).chain.chainId),
    wallets,
    rpc: (name, method, params) => of(name).chain.exclusive(() => of(name).chain.request(method, params)),
    head: (name) => of(name).chain.head(),
    mine: (name, blocks, at) => of(name).chain.mine(blocks, at),
    reorg: (name, depth, how) => of(name).chain.reorg(depth, how),
    drop: (name, hash) => of(name).chain.drop(hash),
    on,
    pay: ({ chain, ...payment }) => on(chain).pay(payment),
    payFromContract: ({ chain, ...payment }) => on(chain).payFromContract(payment),
    payInVain: ({ chain, ...payment }) => on(chain).payInVain(payment),
    setFeed: (asset, usd, at) => setFeed(on('arbitrum' as C), asset, usd, at),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await server.stop();
      for (const { chain } of served.values()) await chain.exclusive(async () => undefined);
    },
  };
}

async function createServed<C extends EvmChain>(
  name: C,
  seed: string,
  options: ChainOptions<C>,
): Promise<ServedChain> {
  const chain = await createLocalChain(name, seed, options.chainIds?.[name]);
  const raw = await setupWallet.account.signTransaction({
    type: 'eip1559',
    chainId: chain.chainId,
    nonce: 0,
    gas: 30_000_000n,
    maxFeePerGas: 10n ** 10n,
    ...setupTransaction(name),
  });
  await chain.send(raw);
  await chain.mine();
  const depth = options.depth ?? chainSpecs[name].depth;
  return { chain, faults: { ...noFaults }, depth, random: createRandom(`${seed} ${name}`), requests: 0 };
}

function mineByTime(chain: LocalChain, everyMs: number | undefined): NodeJS.Timeout | undefined {
  if (everyMs === undefined) return undefined;
  let isMining = false;
  return setInterval(() => {
    if (isMining) return;
    isMining = true;
    void chain.mine().finally(() => {
      isMining = false;
    });
  }, everyMs);
}

function byName<C extends EvmChain, T>(names: readonly C[], value: (name: C) => T): Record<C, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<C, T>;
}

async function setFeed(payments: Payments, asset: FeedAsset, usd: string, at?: Date): Promise<void> {
  await payments.transact(
    { to: priceFeeds[asset], data: priceCall(usd, at) },
    { from: setupWallet, mine: true },
  );
}

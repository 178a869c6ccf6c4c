import { readFileSync } from 'node:fs';
import {
  type Abi,
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import type { Token } from '../../server/src/lib/chains/registry.ts';
import { uniswapContracts } from '../../server/src/treasury/routes/uniswap/contracts.ts';
import { chainSpecs, type EvmChain } from './chain-specs.ts';
import { codeOf, multicall, tokenAbi } from './contracts.ts';
import type { EvmChains } from './evm-chains.ts';
import { setupWallet } from './wallets.ts';

/** Ours. It reads "devnet" and a number. */
const keeper: Address = '0xdE70000000000000000000000000000000000004';
const weth: Address = '0xDE70000000000000000000000000000000000005';
const gas = 15_000_000n;
/** Before everything else in a block. */
const fees = { maxFeePerGas: 100n * 10n ** 9n, maxPriorityFeePerGas: 50n * 10n ** 9n };
const spacings: Record<number, number> = { 100: 1, 500: 10, 3000: 60, 10000: 200 };

const factoryAbi = parseAbi([
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
  'function createPool(address a, address b, uint24 fee) returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
]);
const poolAbi = parseAbi([
  'function initialize(uint160 sqrtPriceX96)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160 price, int24, uint16, uint16, uint16, uint8, bool)',
]);
const keeperAbi = parseAbi([
  'function fill(address pool, int24 lower, int24 upper, uint128 amount)',
  'function drain(address pool, int24 lower, int24 upper, uint128 amount)',
  'function move(address pool, bool zeroForOne, uint160 price)',
]);
const wethAbi = parseAbi(['function deposit() payable']);

/** So many units of the first token are worth so many of the second. */
interface PoolPrice {
  units: readonly [bigint, bigint];
}

export interface Pool {
  setPrice(price: PoolPrice): Promise<void>;
  /** Takes all liquidity away. */
  drain(): Promise<void>;
}

export interface LocalUniswap {
  router: Address;
  weth: Address;
  /** A pool over all prices, which holds about this much of the first token. The native token is wrapped. */
  addPool(tokens: readonly [Token, Token], fee: number, price: PoolPrice, depth: bigint): Promise<Pool>;
}

/** Router and quoter for `CHAINS_FILE`: with a factory of their own, so the service must be told that they are meant. */
export function localUniswap(chain: EvmChain): { router: string; quoter: string } {
  const { router, quoter } = uniswapContracts(chain);
  return { router, quoter };
}

/** Deploys Uniswap V3 on a local chain: router and quoter are where they are on the real one. */
export async function deployUniswap<C extends EvmChain>(
  chains: EvmChains<C>,
  chain: C,
): Promise<LocalUniswap> {
  const { router, quoter } = uniswapContracts(chain);
  const rpc = (method: string, params: readonly unknown[]) => chains.rpc(chain, method, params);

  async function transact(to: Address | null, data: Hex, value = 0n): Promise<void> {
    const nonce = Number(await rpc('eth_getTransactionCount', [setupWallet.address, 'pending']));
    const raw = await setupWallet.account.signTransaction({
      type: 'eip1559',
      chainId: chains.chainIds[chain],
      nonce,
      to,
      data,
      value,
      gas,
      ...fees,
    });
    await rpc('eth_sendRawTransaction', [raw]);
    await chains.mine(chain);
  }
  const send = (to: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n) =>
    transact(to, encodeFunctionData({ abi, functionName, args }), value);
  const word = async (to: Address, abi: Abi, functionName: string, args: readonly unknown[] = []) =>
    BigInt(
      String(
        await rpc('eth_call', [{ to, data: encodeFunctionData({ abi, functionName, args }) }, 'latest']),
      ).slice(0, 66),
    );
  /** The code that a constructor leaves behind, without deploying it. */
  const place = async (at: string, name: ContractName, args: readonly Address[]) =>
    rpc('hardhat_setCode', [at, await rpc('eth_call', [{ data: creationCode(name, args) }, 'latest'])]);

  await rpc('hardhat_setBalance', [setupWallet.address, toHex(10n ** 30n)]);
  const nonce = BigInt(String(await rpc('eth_getTransactionCount', [setupWallet.address, 'latest'])));
  await transact(null, creationCode('UniswapV3Factory', []));
  const factory = getContractAddress({ from: setupWallet.address, nonce });
  await send(factory, factoryAbi, 'enableFeeAmount', [100, 1]);
  await place(weth, 'WETH9', []);
  await place(router, 'SwapRouter02', [zeroAddress, factory, zeroAddress, weth]);
  await place(quoter, 'QuoterV2', [factory, weth]);
  await place(multicall, 'Multicall3', []);
  await rpc('hardhat_setCode', [keeper, codeOf('PoolKeeper')]);

  async function give(token: Address, units: bigint): Promise<void> {
    if (token !== weth) return send(token, tokenAbi, 'mint', [keeper, units]);
    await send(weth, wethAbi, 'deposit', [], units);
    await send(weth, tokenAbi, 'transfer', [keeper, units]);
  }

  return {
    router: router as Address,
    weth,
    async addPool(tokens, fee, price, depth) {
      const [first, second] = tokens.map((token) => chainSpecs[chain].tokens[token] ?? weth) as [
        Address,
        Address,
      ];
      await send(factory, factoryAbi, 'createPool', [first, second, fee]);
      const pool = toAddress(await word(factory, factoryAbi, 'getPool', [first, second, fee]));
      const isSorted = first.toLowerCase() < second.toLowerCase();
      const root = ({ units: [one, other] }: PoolPrice) =>
        isSorted ? squareRoot((other << 192n) / one) : squareRoot((one << 192n) / other);
      const spacing = spacings[fee] ?? 1;
      const edge = Math.floor(887_272 / spacing) * spacing;
      const other = (depth * price.units[1]) / price.units[0];
      for (const [token, units] of [
        [first, depth],
        [second, other],
      ] as const)
        await give(token, units * 100n);
      await send(pool, poolAbi, 'initialize', [root(price)]);
      await send(keeper, keeperAbi, 'fill', [pool, -edge, edge, squareRoot(depth * other)]);
      return {
        async setPrice(next) {
          const now = await word(pool, poolAbi, 'slot0');
          await send(keeper, keeperAbi, 'move', [pool, root(next) < now, root(next)]);
        },
        async drain() {
          await send(keeper, keeperAbi, 'drain', [pool, -edge, edge, await word(pool, poolAbi, 'liquidity')]);
        },
      };
    },
  };
}

type ContractName = 'UniswapV3Factory' | 'SwapRouter02' | 'QuoterV2' | 'WETH9' | 'Multicall3';

function creationCode(name: ContractName, args: readonly Address[]): Hex {
  const file = new URL('../uniswap/contracts.json', import.meta.url);
  const all: { name: string; bytecode: Hex }[] = JSON.parse(readFileSync(file, 'utf8'));
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`contracts.json has no ${name}`);
  return concatHex([
    found.bytecode,
    encodeAbiParameters(
      args.map(() => ({ type: 'address' })),
      args,
    ),
  ]);
}

function toAddress(value: bigint): Address {
  return toHex(value, { size: 20 });
}

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

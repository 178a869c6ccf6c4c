import type { Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionResult, parseAbi } from 'viem/utils';
import { evmChains } from '../../src/chains/evm/evm-chains.ts';
import { uniswapContracts } from '../../src/treasury/routes/uniswap/contracts.ts';
import { type Address, balanceOf, move, type SignedTransaction, type State } from './block.ts';
import { decodeCall } from './decode-call.ts';
import { callVault, lower, transferLog, type VaultWorld, type Written } from './vault-model.ts';

const contracts = uniswapContracts('base');
export const router = lower(contracts.router);
const quoter = lower(contracts.quoter);
const factory = lower(contracts.factory ?? '');
const usdc = lower(evmChains.base.contracts.USDC ?? '');
const wrapper: Address = '0x4200000000000000000000000000000000000006';
const poolAddress: Address = `0x${'b001'.repeat(10)}`;
/** Of the only pool, in millionths. */
const feeTier = 500;
export const usualUsdcPerEth = 3_000_000_000n;

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Quoted { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function factory() view returns (address)',
  'function WETH9() view returns (address)',
  'function quoteExactInputSingle(Quoted params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'event Withdrawal(address indexed src, uint256 wad)',
]);

/** A pool of USDC and ETH as deep as it takes. */
interface Pool {
  usdcPerEth: bigint;
}

export interface ChainWorld extends VaultWorld {
  pool: Pool;
}

/** What a read of router, quoter or token answers; undefined for other reads, null where the contract refuses. */
export function readSwap({ pool }: ChainWorld, state: State, to: string, data: Hex): Hex | null | undefined {
  const target = lower(to);
  if (target !== router && target !== quoter && target !== usdc) return undefined;
  const call = attempt(data);
  if (call?.functionName === 'factory')
    return encodeFunctionResult({ abi, functionName: 'factory', result: factory });
  if (call?.functionName === 'WETH9')
    return encodeFunctionResult({ abi, functionName: 'WETH9', result: wrapper });
  if (call?.functionName === 'allowance')
    return encodeFunctionResult({
      abi,
      functionName: 'allowance',
      result: balanceOf(state, allowanceKey(target, lower(call.args[1])), lower(call.args[0])),
    });
  if (call?.functionName !== 'quoteExactInputSingle') return undefined;
  const [{ tokenIn, tokenOut, amountIn, fee }] = call.args;
  const units = fee === feeTier ? outOf(pool, lower(tokenIn), lower(tokenOut), amountIn) : 0n;
  return units === 0n
    ? null
    : encodeFunctionResult({ abi, functionName: 'quoteExactInputSingle', result: [units, 0n, 0, 0n] });
}

/** What a transaction of the operator does to vault, token or router. Returns its logs, or null when it reverts. */
export function callContract(
  world: ChainWorld,
  state: State,
  transaction: SignedTransaction,
  timeMs: number,
): Written[] | null {
  const { from, to, data, value } = transaction;
  if (balanceOf(state, null, from) < value) return null;
  if (to === router) return swap(world, state, transaction, timeMs);
  if (to === usdc) return callToken(state, from, data);
  if (to === world.vault && data === '0x') move(state, null, from, to, value);
  return to === world.vault && data !== '0x' ? callVault(world, state, data) : [];
}

function callToken(state: State, from: Address, data: Hex): Written[] | null {
  const call = attempt(data);
  if (call?.functionName === 'approve') {
    const key = allowanceKey(usdc, lower(call.args[0]));
    move(state, key, null, from, call.args[1] - balanceOf(state, key, from));
    return [];
  }
  if (call?.functionName !== 'transfer' || balanceOf(state, usdc, from) < call.args[1]) return null;
  move(state, usdc, from, lower(call.args[0]), call.args[1]);
  return [transferLog(usdc, from, lower(call.args[0]), call.args[1])];
}

/** One swap, as the service writes it. */
interface SwapCall {
  tokenIn: Address;
  tokenOut: Address;
  units: bigint;
  leastUnits: bigint;
  recipient: Address;
  deadlineMs: number;
}

function swapIn(data: Hex): SwapCall | null {
  const outer = attempt(data);
  if (outer?.functionName !== 'multicall') return null;
  const [first, second] = outer.args[1].map(attempt);
  if (first?.functionName !== 'exactInputSingle') return null;
  const [{ tokenIn, tokenOut, amountIn: units, amountOutMinimum: leastUnits, recipient }] = first.args;
  const receiver = second?.functionName === 'unwrapWETH9' ? second.args[1] : recipient;
  return {
    tokenIn: lower(tokenIn),
    tokenOut: lower(tokenOut),
    units,
    leastUnits,
    recipient: lower(receiver),
    deadlineMs: Number(outer.args[0]) * 1000,
  };
}

function swap(
  { pool }: ChainWorld,
  state: State,
  { from, data, value }: SignedTransaction,
  timeMs: number,
): Written[] | null {
  const call = swapIn(data);
  if (!call || timeMs > call.deadlineMs) return null;
  const { tokenIn, tokenOut, units, recipient } = call;
  const out = outOf(pool, tokenIn, tokenOut, units);
  if (out === 0n || out < call.leastUnits) return null;
  if (tokenIn === wrapper) {
    if (value !== units) return null;
    move(state, null, from, poolAddress, units);
    move(state, usdc, null, recipient, out);
    return [transferLog(usdc, poolAddress, recipient, out)];
  }
  const allowed = allowanceKey(usdc, router);
  if (balanceOf(state, allowed, from) < units || balanceOf(state, usdc, from) < units) return null;
  move(state, allowed, from, poolAddress, units);
  move(state, usdc, from, poolAddress, units);
  move(state, null, null, recipient, out);
  return [transferLog(usdc, from, poolAddress, units), withdrawal(out)];
}

function withdrawal(units: bigint): Written {
  return {
    address: wrapper,
    topics: encodeEventTopics({ abi, eventName: 'Withdrawal', args: { src: router } }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

function outOf({ usdcPerEth }: Pool, tokenIn: Address, tokenOut: Address, units: bigint): bigint {
  const kept = (units * BigInt(1_000_000 - feeTier)) / 1_000_000n;
  if (tokenIn === wrapper && tokenOut === usdc) return (kept * usdcPerEth) / 10n ** 18n;
  return tokenIn === usdc && tokenOut === wrapper ? (kept * 10n ** 18n) / usdcPerEth : 0n;
}

/** Allowances are kept like balances, under a name of their own. */
function allowanceKey(token: Address, spender: Address): Address {
  return `${token} for ${spender}`;
}

function attempt(data: Hex) {
  try {
    return decodeCall(abi, data);
  } catch {
    return null;
  }
}

/** What a swap that was mined gave and took, by its data and its last log. */
export function swapped(data: Hex, logs: readonly { data: Hex }[]) {
  const call = swapIn(data);
  const last = logs.at(-1);
  if (!call || !last) return null;
  const name = (token: Address) => (token === wrapper ? 'ETH' : 'USDC');
  return {
    token: name(call.tokenIn),
    units: call.units,
    toToken: name(call.tokenOut),
    arrived: BigInt(last.data),
  };
}

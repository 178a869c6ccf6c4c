import type { Address, Hex } from 'viem';
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  parseEventLogs,
} from 'viem/utils';
import type { Log } from '../../../chains/rpc/answers.ts';
import type { CallMeaning } from '../providers/provider.ts';

/** Pool fees, in millionths. */
const feeTiers = [100, 500, 3000, 10000] as const;

const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function WETH9() view returns (address)',
]);
const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint160, uint32, uint256)',
]);
const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[])',
]);
const logsAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Withdrawal(address indexed src, uint256 wad)',
]);

/** The router's placeholder for its own address. */
const routerItself: Address = '0x0000000000000000000000000000000000000002';

export const wrapperCall: Hex = encodeFunctionData({ abi: routerAbi, functionName: 'WETH9' });

export function readWrapper(data: Hex): Address {
  return decodeFunctionResult({ abi: routerAbi, functionName: 'WETH9', data });
}

/** A swap in one pool. Native money is wrapped or unwrapped by the router. */
export interface Swap {
  tokenIn: Address | null;
  tokenOut: Address | null;
  wrapper: Address;
  fee: number;
  units: bigint;
  leastUnits: bigint;
  recipient: Address;
  /** Seconds since 1970. */
  deadline: bigint;
}

export function encodeSwap(swap: Swap): Hex {
  const { wrapper, fee, units, leastUnits, recipient, deadline } = swap;
  const params = {
    tokenIn: swap.tokenIn ?? wrapper,
    tokenOut: swap.tokenOut ?? wrapper,
    fee,
    recipient: swap.tokenOut === null ? routerItself : recipient,
    amountIn: units,
    amountOutMinimum: leastUnits,
    sqrtPriceLimitX96: 0n,
  };
  const calls = [encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args: [params] })];
  if (swap.tokenOut === null)
    calls.push(
      encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [leastUnits, recipient] }),
    );
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] });
}

/** Null if the data is not a swap as we encode it. */
export function decodeSwap(data: Hex, value: bigint, wrapper: Address): CallMeaning | null {
  try {
    return meaningOf(data, value, wrapper);
  } catch {
    return null;
  }
}

function meaningOf(data: Hex, value: bigint, wrapper: Address): CallMeaning | null {
  const outer = decodeFunctionData({ abi: routerAbi, data });
  if (outer.functionName !== 'multicall') return null;
  const [swap, unwrap, ...more] = outer.args[1].map((one) =>
    decodeFunctionData({ abi: routerAbi, data: one }),
  );
  if (swap?.functionName !== 'exactInputSingle' || more.length > 0) return null;
  const [{ tokenIn, tokenOut, amountIn: units, amountOutMinimum, recipient }] = swap.args;
  const isNativeIn = value > 0n;
  if (isNativeIn && (value !== units || !isSame(tokenIn, wrapper))) return null;
  const given = { tokenIn: isNativeIn ? null : tokenIn, units };
  if (!unwrap) return { ...given, tokenOut, leastUnits: amountOutMinimum, recipient };
  if (unwrap.functionName !== 'unwrapWETH9' || recipient !== routerItself || !isSame(tokenOut, wrapper))
    return null;
  const [leastUnits, receiver] = unwrap.args;
  return { ...given, tokenOut: null, leastUnits, recipient: receiver };
}

/** Quotes all fee tiers in one call. Tiers without a pool or liquidity fail on their own. */
export function encodeQuotes(quoter: Address, tokenIn: Address, tokenOut: Address, units: bigint): Hex {
  const calls = feeTiers.map((fee) => ({
    target: quoter,
    allowFailure: true,
    callData: encodeFunctionData({
      abi: quoterAbi,
      args: [{ tokenIn, tokenOut, amountIn: units, fee, sqrtPriceLimitX96: 0n }],
    }),
  }));
  return encodeFunctionData({ abi: multicallAbi, args: [calls] });
}

/** Quotes of the pools, best first. */
export function readQuotes(data: Hex): { fee: number; units: bigint }[] {
  const answers = decodeFunctionResult({ abi: multicallAbi, data });
  return answers
    .flatMap(({ success, returnData }, index) => {
      const fee = feeTiers[index];
      if (!success || fee === undefined) return [];
      const [units] = decodeFunctionResult({ abi: quoterAbi, data: returnData });
      return units > 0n ? [{ fee, units }] : [];
    })
    .sort((a, b) => (a.units < b.units ? 1 : -1));
}

/** Units that a swap sent to the recipient, from its receipt's logs. */
export function receivedUnits(
  logs: readonly Log[],
  {
    tokenOut,
    recipient,
    router,
    wrapper,
  }: Record<'recipient' | 'router' | 'wrapper', string> & {
    tokenOut: string | null;
  },
): bigint {
  const from = tokenOut ?? wrapper;
  const own = logs
    .filter(({ address }) => isSame(address, from))
    .map((log) => ({ ...log, topics: [...log.topics] }));
  const events = parseEventLogs({ abi: logsAbi, logs: own as never });
  return events.reduce((sum, event) => {
    if (tokenOut === null)
      return event.eventName === 'Withdrawal' && isSame(event.args.src, router) ? sum + event.args.wad : sum;
    return event.eventName === 'Transfer' && isSame(event.args.to, recipient) ? sum + event.args.value : sum;
  }, 0n);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';

/** A service beside a local chain, and a receiver of its events. */
export interface Paid {
  chains: EvmChains<'base'>;
  /** Creates live payments of 10 USDC and returns where each is paid. */
  open(count: number): Promise<Address[]>;
  /** Creates one and returns its checkout. */
  openCheckout(): Promise<string>;
  /** When each `payment.processing` reached the receiver, since the last call. */
  seen(): Promise<number[]>;
}

/** Waits for so many arrivals at the receiver. Returns the time of the last. */
export async function untilSeen(seen: Paid['seen'], count: number): Promise<number> {
  const times: number[] = [];
  while (times.length < count) {
    await sleep(20);
    times.push(...(await seen()));
  }
  return Math.max(...times);
}

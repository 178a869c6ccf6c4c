import type { Context } from '../../../app/context.ts';
import type { Engine } from '../providers/providers.ts';
import { createSimulatedBridge, createSimulatedSolanaSwap, createSimulatedSwap } from './providers.ts';

/** A placeholder: simulated money is at no address. */
const operator = '0x00000000000000000000000000000000000000a1';
const vault = '0x00000000000000000000000000000000000000a2';

/** Routes of test mode: the same planner and states, with providers whose prices never change. */
export function simulatedEngine(ctx: Context): Engine {
  const { test: rates } = ctx.rates;
  const makers = [createSimulatedSwap, createSimulatedSolanaSwap, createSimulatedBridge];
  const providers = makers.map((make) => make(rates, ctx.clock));
  return { ctx, environment: 'test', chains: () => null, solana: () => null, providers, operator, vault };
}

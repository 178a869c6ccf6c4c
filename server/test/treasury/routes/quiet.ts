import { expect } from 'vitest';
import { chains as facts } from '../../../src/lib/chains/registry.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import type { RoutingService } from './routing-service.ts';
import { treasuryUnits } from './solana-money.ts';

/** Nothing is on its way, and the vaults hold what the ledger says. */
export async function expectQuiet(service: RoutingService): Promise<void> {
  const books = await service.books();
  expect(Object.keys(books).filter((name) => /in_transit|trading|operator/.test(name))).toEqual([]);
  for (const chain of service.chains.names)
    for (const { symbol } of facts[chain].tokens)
      expect(await service.balanceOf(symbol, service.vault, chain), `${chain} ${symbol}`).toBe(
        books[`vault ${chain} ${symbol}`] ?? 0n,
      );
  if (service.solana)
    for (const token of ['SOL', 'USDC'] as const)
      expect(await treasuryUnits(service, token), token).toBe(books[`vault solana ${token}`] ?? 0n);
  expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
}

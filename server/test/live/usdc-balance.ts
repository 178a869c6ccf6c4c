import type { EvmChains } from '../../../devnet/evm/evm-chains.ts';

/** Units of USDC that an address has in the newest block of base. */
export async function usdcBalance(chains: EvmChains<'base'>, account: string): Promise<bigint> {
  const data = `0x70a08231${'0'.repeat(24)}${account.slice(2)}`;
  const call = { to: chains.tokens.base.USDC, data };
  return BigInt((await chains.rpc('base', 'eth_call', [call, 'latest'])) as string);
}

import { evmChainIds, evmChains, multicall3 } from '../../chains/evm/evm-chains.ts';
import { deploymentProxy } from '../../chains/evm/vault.ts';
import { solanaChain } from '../../chains/solana/solana-chain.ts';
import type { ChainFamily } from '../../lib/chains/registry.ts';
import type { ChainsSettings } from '../../platform/config/chain-settings.ts';
import { addressTable, messengerProgram, transmitterProgram } from '../routes/cctp/solana/programs.ts';
import { acrossPools, feeForwarder } from '../routes/lifi/evm/contracts.ts';
import { jupiterProgram } from '../routes/lifi/solana/jupiter.ts';
import { associatedProgram, computeBudgetProgram } from '../routes/lifi/solana/swap.ts';
import { bridgeContracts } from '../routes/providers/bridge-contracts.ts';
import { uniswapContracts } from '../routes/uniswap/contracts.ts';

/**
 * True for contracts, mints and programs that the service knows. Nobody has a key for them, so money sent there is lost.
 * One of any EVM chain is refused on all: a payout wallet is one for all of them.
 */
export function isKnownContract(settings: ChainsSettings, family: ChainFamily, address: string): boolean {
  if (family === 'solana') return solanaPrograms(settings).includes(address);
  // The operator may have written them without a checksum.
  return evmContracts(settings).some((one) => one.toLowerCase() === address.toLowerCase());
}

function evmContracts(settings: ChainsSettings): string[] {
  const ofChains = evmChainIds.flatMap((id) => {
    const { contracts, strays } = evmChains[id];
    const own = settings[id];
    return [
      ...Object.values(contracts),
      ...Object.values(own?.contracts ?? {}),
      ...strays,
      // With the built-in ones, although development chains have others.
      ...Object.values(uniswapContracts(id)),
      ...Object.values(own?.uniswap ?? {}),
    ];
  });
  const bridges = [...Object.values(bridgeContracts).flat(), ...Object.values(acrossPools), feeForwarder];
  return [...ofChains, ...bridges, multicall3, deploymentProxy];
}

function solanaPrograms(settings: ChainsSettings): string[] {
  const { usdcMint, tokenProgram, strays } = solanaChain;
  const mints = [usdcMint, ...strays, ...Object.values(settings.solana?.contracts ?? {})];
  const programs = [tokenProgram, associatedProgram, computeBudgetProgram];
  return [...mints, ...programs, messengerProgram, transmitterProgram, addressTable, jupiterProgram];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { EvmChain } from '../../../devnet/evm/chain-specs.ts';
import type { EvmChains } from '../../../devnet/evm/evm-chains.ts';
import { createRpc } from '../../src/chains/rpc/rpc.ts';
import { deploy, planDeployment } from '../../src/chains/setup/evm/deploy-vault.ts';
import { createLocalSigner } from '../../src/chains/wallets/evm/local-signer.ts';
import { evmSettlerOf, type Wallet } from '../../src/chains/wallets/wallet.ts';
import type { LiveChain } from '../../src/chains/watching/live-chain.ts';

/** As `causeway chains deploy` does it, with blocks mined meanwhile. */
export async function deployVault<C extends EvmChain>(
  chains: EvmChains<C>,
  chain: LiveChain,
  wallet: Wallet,
): Promise<void> {
  const name = chain.id as C;
  for (const payer of [wallet.evmOperator, evmSettlerOf(wallet.words).address])
    await chains.rpc(name, 'hardhat_setBalance', [payer, '0x8ac7230489e80000']);
  const rpc = createRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: Date.now });
  let isDone = false;
  const { evmOperator } = wallet;
  const plan = await planDeployment(rpc, evmOperator, evmOperator);
  const deployed = deploy(rpc, chain, createLocalSigner(wallet), evmOperator, plan).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await chains.mine(name);
    await Promise.race([deployed, sleep(50)]);
  }
  await deployed;
  await rpc.close();
}

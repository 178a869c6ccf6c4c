import type { Address, Hex } from 'viem';
import { vaultAddress, vaultDeployment } from '../evm/vault.ts';
import type { Connection } from '../rpc/connection.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { evmAccountOf, type Wallet } from '../wallets/wallet.ts';
import type { LiveChain } from '../watching/live-chain.ts';

/** What a deployment would cost. Anyone may send it, with the same result. */
export interface Deployment {
  vault: string;
  from: string;
  gas: bigint;
  maxFeePerGas: bigint;
  /** The node's suggested tip: on a rollup a thousandth of what is usual on ethereum. */
  tip: bigint;
  /** The most it can cost, in the chain's smallest unit. */
  maxCost: bigint;
  balance: bigint;
}

const receiptEveryMs = 1000;

/** Where the vault is, or would be. */
export function vaultOf(wallet: Wallet): string {
  return vaultAddress(wallet.evmOperator as Address);
}

export function isDeployed(rpc: Rpc, vault: string): Promise<boolean> {
  return rpc.run(async (connection) => (await connection.call('eth_getCode', [vault, 'latest'])) !== '0x');
}

/** Only while there is no vault: a node refuses to estimate a deployment to an address that has code. */
export async function planDeployment(rpc: Rpc, wallet: Wallet): Promise<Deployment> {
  const from = wallet.evmOperator as Address;
  return rpc.run(async (connection) => {
    const gas = await quantity(connection, 'eth_estimateGas', [{ from, ...vaultDeployment(from) }]);
    const block = (await connection.call('eth_getBlockByNumber', ['latest', false])) as {
      baseFeePerGas?: Hex;
    };
    const baseFee = BigInt(block.baseFeePerGas ?? '0x0');
    const gasPrice = await quantity(connection, 'eth_gasPrice', []);
    const tip = gasPrice > baseFee ? gasPrice - baseFee : 1n;
    const maxFeePerGas = 2n * baseFee + tip;
    return {
      vault: vaultOf(wallet),
      from,
      gas,
      maxFeePerGas,
      tip,
      maxCost: gas * maxFeePerGas,
      balance: await quantity(connection, 'eth_getBalance', [from, 'latest']),
    };
  });
}

/** Sends the deployment and waits for its block. Returns the hash of the transaction. */
export async function deploy(
  rpc: Rpc,
  chain: LiveChain,
  wallet: Wallet,
  { gas, maxFeePerGas, tip }: Deployment,
): Promise<string> {
  const account = evmAccountOf(wallet.words);
  const { to, data } = vaultDeployment(account.address);
  const hash = await rpc.run(async (connection) => {
    const nonce = Number(await quantity(connection, 'eth_getTransactionCount', [account.address, 'latest']));
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce,
      to,
      data,
      gas: (gas * 12n) / 10n,
      maxFeePerGas,
      maxPriorityFeePerGas: tip,
    });
    return (await connection.call('eth_sendRawTransaction', [signed])) as string;
  });
  for (;;) {
    const receipt = await receiptOf(rpc, hash);
    if (receipt?.status === '0x1') return hash;
    if (receipt) throw new Error(`The deployment ${hash} failed.`);
    await new Promise((resolve) => setTimeout(resolve, receiptEveryMs));
  }
}

/** The transaction is sent, so a node that does not answer is asked again. */
async function receiptOf(rpc: Rpc, hash: string): Promise<{ status: Hex } | null> {
  try {
    return await rpc.run(
      async (connection) =>
        (await connection.call('eth_getTransactionReceipt', [hash])) as { status: Hex } | null,
    );
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

async function quantity(connection: Connection, method: string, params: unknown[]): Promise<bigint> {
  return BigInt((await connection.call(method, params)) as Hex);
}

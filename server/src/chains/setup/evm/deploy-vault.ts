import type { Address, Hex } from 'viem';
import type { Signer } from '../../evm/signer.ts';
import { vaultAddress, vaultDeployment } from '../../evm/vault.ts';
import type { Connection } from '../../rpc/connection.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { RpcError } from '../../rpc/rpc-error.ts';
import type { LiveChain } from '../../watching/live-chain.ts';

/** What a transaction would cost. */
export interface Cost {
  gas: bigint;
  maxFeePerGas: bigint;
  /** The node's suggested tip: on a rollup a thousandth of what is usual on ethereum. */
  tip: bigint;
  /** The most it can cost, in the chain's smallest unit. */
  maxCost: bigint;
  balance: bigint;
}

/** A deployment. Anyone may send it, with the same result. */
export interface Deployment extends Cost {
  vault: string;
  from: string;
}

const receiptEveryMs = 1000;

export function isDeployed(rpc: Rpc, vault: string): Promise<boolean> {
  return rpc.run(async (connection) => (await connection.call('eth_getCode', [vault, 'latest'])) !== '0x');
}

/** Only while there is no vault: a node refuses to estimate a deployment to an address that has code. */
export async function planDeployment(rpc: Rpc, from: string, firstOperator: string): Promise<Deployment> {
  const cost = await planAlone(rpc, from, vaultDeployment(firstOperator as Address));
  return { ...cost, from, vault: vaultAddress(firstOperator as Address) };
}

/** What a transaction would cost that is sent past the engine. */
export async function planAlone(rpc: Rpc, from: string, call: { to: string; data: Hex }): Promise<Cost> {
  return rpc.run(async (connection) => {
    const gas = await quantity(connection, 'eth_estimateGas', [{ from, ...call }]);
    const block = (await connection.call('eth_getBlockByNumber', ['latest', false])) as {
      baseFeePerGas?: Hex;
    };
    const baseFee = BigInt(block.baseFeePerGas ?? '0x0');
    const gasPrice = await quantity(connection, 'eth_gasPrice', []);
    const tip = gasPrice > baseFee ? gasPrice - baseFee : 1n;
    const maxFeePerGas = 2n * baseFee + tip;
    const balance = await quantity(connection, 'eth_getBalance', [from, 'latest']);
    return { gas, maxFeePerGas, tip, maxCost: gas * maxFeePerGas, balance };
  });
}

/** Sends the deployment and waits for its block. Returns the hash of the transaction. */
export function deploy(
  rpc: Rpc,
  chain: LiveChain,
  signer: Signer,
  firstOperator: string,
  plan: Deployment,
): Promise<string> {
  return sendAlone(rpc, chain, signer, vaultDeployment(firstOperator as Address), plan);
}

/** Sends a transaction past the engine, and waits for its block. Returns its hash. */
export async function sendAlone(
  rpc: Rpc,
  chain: LiveChain,
  signer: Signer,
  { to, data }: { to: string; data: Hex },
  { gas, maxFeePerGas, tip }: Cost,
): Promise<string> {
  const hash = await rpc.run(async (connection) => {
    const nonce = Number(await quantity(connection, 'eth_getTransactionCount', [signer.address, 'latest']));
    const signed = await signer.sign({
      chainId: chain.chainId,
      nonce,
      to,
      data,
      value: 0n,
      gas: (gas * 12n) / 10n,
      maxFeePerGas,
      maxPriorityFeePerGas: tip,
    });
    return (await connection.call('eth_sendRawTransaction', [signed])) as string;
  });
  for (;;) {
    const receipt = await receiptOf(rpc, hash);
    if (receipt?.status === '0x1') return hash;
    if (receipt) throw new Error(`The transaction ${hash} failed.`);
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

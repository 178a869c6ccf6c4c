import { createHash } from 'node:crypto';
import {
  ContractDecoder,
  EdrContext,
  GENERIC_CHAIN_TYPE,
  genericChainProviderFactory,
  l1GenesisState,
  l1HardforkFromString,
  MineOrdering,
  PRAGUE,
  type Provider,
} from '@nomicfoundation/edr';
import type { Address, Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { hexToBytes, numberToHex } from 'viem/utils';
import { deploymentProxy } from '../../../server/src/chains/evm/vault.ts';

const proxyCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
const keys = Array.from({ length: 6 }, (_, n): Hex => {
  return `0x${createHash('sha256').update(`contract test wallet ${n}`).digest('hex')}`;
});
const blockGasLimit = 60_000_000n;

export interface Transaction {
  from: Address;
  /** Absent for a deployment. */
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas?: bigint;
}

interface Log {
  address: Address;
  topics: [Hex, ...Hex[]];
  data: Hex;
}

export interface Receipt {
  status: Hex;
  gasUsed: Hex;
  contractAddress: Address | null;
  logs: Log[];
}

/** A rejected request. `data` is what the contract reverted with. */
export class RpcError extends Error {
  readonly data: Hex;
  constructor(message: string, data: Hex) {
    super(message);
    this.data = data;
  }
}

/** An EVM chain in this process. A block is mined for each transaction, and only then. Its time stands still. */
export class Chain {
  time = new Date('2030-01-01T12:00:00Z');
  readonly wallets = keys.map((key) => privateKeyToAddress(key));
  readonly #provider: Provider;

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const request = { jsonrpc: '2.0', id: 1, method, params };
    const { data } = await this.#provider.handleRequest(JSON.stringify(request));
    const answer = typeof data === 'string' ? JSON.parse(data) : data;
    if (answer.error) throw new RpcError(`${method}: ${answer.error.message}`, revertData(answer.error.data));
    return answer.result;
  }

  /** Sends a transaction and mines it. With `at`, the time moves there first. */
  async send(transaction: Transaction, at?: Date): Promise<Receipt> {
    const hash = await this.request<Hex>('eth_sendTransaction', [encoded(transaction)]);
    if (at) this.time = at;
    await this.mine();
    return this.request<Receipt>('eth_getTransactionReceipt', [hash]);
  }

  async mine(): Promise<void> {
    await this.request('evm_setNextBlockTimestamp', [this.time.getTime() / 1000]);
    await this.request('evm_mine');
  }

  call(transaction: Omit<Transaction, 'from'> & { from?: Address }): Promise<Hex> {
    return this.request('eth_call', [encoded(transaction), 'latest']);
  }

  estimateGas(transaction: Transaction): Promise<Hex> {
    return this.request('eth_estimateGas', [encoded(transaction)]);
  }

  async balanceOf(address: Address): Promise<bigint> {
    return BigInt(await this.request<Hex>('eth_getBalance', [address, 'latest']));
  }

  codeOf(address: Address): Promise<Hex> {
    return this.request('eth_getCode', [address, 'latest']);
  }
}

let context: Promise<EdrContext> | undefined;

async function createContext(): Promise<EdrContext> {
  const made = new EdrContext();
  await made.registerProviderFactory(GENERIC_CHAIN_TYPE, genericChainProviderFactory());
  return made;
}

export async function startChain(chainId = 31_337n): Promise<Chain> {
  context ??= createContext();
  const funded = keys.map((key) => ({ address: hexToBytes(privateKeyToAddress(key)), balance: 10n ** 30n }));
  const config = {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId,
    networkId: chainId,
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: 16_000_000n,
    genesisState: [
      ...l1GenesisState(l1HardforkFromString(PRAGUE)),
      ...funded,
      { address: hexToBytes(deploymentProxy), code: hexToBytes(proxyCode) },
    ],
    hardfork: PRAGUE,
    initialBaseFeePerGas: 1n,
    minGasPrice: 0n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    mining: { autoMine: false, memPool: { order: MineOrdering.Priority }, blockGasLimit },
    network: { genesisBlockGasLimit: blockGasLimit, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
    observability: {},
    ownedAccounts: [...keys],
    precompileOverrides: [],
    transactionGasCap: false as const,
  };
  const quiet = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} };
  const subscriptions = { subscriptionCallback: () => {} };
  const provider = await (await context).createProvider(
    GENERIC_CHAIN_TYPE,
    config,
    quiet,
    subscriptions,
    new ContractDecoder(),
  );
  return new Chain(provider);
}

function encoded({ value, gas, ...rest }: Partial<Transaction>): object {
  return {
    ...rest,
    ...(value === undefined ? {} : { value: numberToHex(value) }),
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
  };
}

function revertData(data: unknown): Hex {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  return typeof found === 'string' && found.startsWith('0x') ? (found as Hex) : '0x';
}

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
import { type Address, type Hex, hexToBytes } from 'viem';

export interface Genesis {
  chainId: number;
  code: readonly (readonly [Address, Hex])[];
  /** Get a million of the native token each. */
  funded: readonly Address[];
}

/** What a node answers to one call: its result, or an error. */
export type RpcAnswer = { result: unknown } | { error: RpcProblem };
export interface RpcProblem {
  code: number;
  message: string;
  data?: unknown;
}

const blockGasLimit = 60_000_000n;
const fundedWei = 10n ** 24n;

/** EDR allows one context per process. */
let context: Promise<EdrContext> | undefined;

async function createContext(): Promise<EdrContext> {
  const created = new EdrContext();
  await created.registerProviderFactory(GENERIC_CHAIN_TYPE, genericChainProviderFactory());
  return created;
}

/** One chain in this process. It mines only when told to: EDR's own mining hangs beside an underpriced transaction. */
export async function createProvider({ chainId, code, funded }: Genesis): Promise<Provider> {
  context ??= createContext();
  return (await context).createProvider(
    GENERIC_CHAIN_TYPE,
    {
      chainId: BigInt(chainId),
      networkId: BigInt(chainId),
      hardfork: PRAGUE,
      genesisState: [
        ...l1GenesisState(l1HardforkFromString(PRAGUE)),
        ...code.map(([address, bytes]) => ({ address: hexToBytes(address), code: hexToBytes(bytes) })),
        ...funded.map((address) => ({ address: hexToBytes(address), balance: fundedWei })),
      ],
      mining: { autoMine: false, memPool: { order: MineOrdering.Priority }, blockGasLimit },
      network: { genesisBlockGasLimit: blockGasLimit, genesisBlobGas: { gasUsed: 0n, excessGas: 0n } },
      initialBaseFeePerGas: 1_000_000_000n,
      initialParentBeaconBlockRoot: new Uint8Array(32),
      minGasPrice: 0n,
      defaultTransactionGasLimit: 16_000_000n,
      transactionGasCap: false,
      coinbase: hexToBytes('0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'),
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  );
}

export async function ask(
  provider: Provider,
  method: string,
  params: readonly unknown[],
): Promise<RpcAnswer> {
  const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return typeof data === 'string' ? JSON.parse(data) : data;
}

import { fromBase58 } from '../../lib/chains/base58.ts';
import { type ChainId, chainIds, chains, type Token } from '../../lib/chains/registry.ts';
import { parseWalletAddress } from '../../lib/chains/wallet-addresses.ts';
import { isHttpUrl } from './parsers.ts';

/** What an operator says of one chain. Everything but the RPC URLs overrides the built-in table. */
export interface ChainSettings {
  /** In order of preference. They may contain keys. */
  rpcUrls: string[];
  chainId?: number;
  /** On Solana, which has no chain id. */
  genesisHash?: string;
  /** On Solana, mints. */
  contracts?: Partial<Record<Token, string>>;
  confirmations?: number;
  pollMs?: number;
  maxTipGwei?: number;
  explorerUrl?: string;
  /** What customers' wallets use if they do not know the chain. Everybody sees it. */
  walletRpcUrl?: string;
  /** Where routes swap, on development chains. */
  uniswap?: { router: string; quoter: string };
}

/** The chains an operator has turned on. */
export type ChainsSettings = Partial<Record<ChainId, ChainSettings>>;

/** Reads the text of CHAINS_FILE. Adds what is wrong with it to `problems`. */
export function parseChainsFile(text: string, problems: string[]): ChainsSettings {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    problems.push(`CHAINS_FILE is not JSON: ${error instanceof Error ? error.message : error}`);
    return {};
  }
  if (!isRecord(json)) {
    problems.push('CHAINS_FILE must be an object of chains, such as {"base":{"rpc_urls":["https://…"]}}');
    return {};
  }
  const settings: ChainsSettings = {};
  for (const [name, value] of Object.entries(json)) {
    const chain = chainIds.find((id) => id === name);
    if (!chain) problems.push(`CHAINS_FILE has "${name}", which is none of ${chainIds.join(', ')}`);
    else if (!isRecord(value)) problems.push(`CHAINS_FILE: "${chain}" must be an object`);
    else settings[chain] = parseChain(chain, value, problems);
  }
  return settings;
}

/** Solana is final by commitment, and has no number. */
const evmFields = ['chain_id', 'confirmations', 'max_tip_gwei', 'wallet_rpc_url', 'uniswap'];
const solanaFields = ['genesis_hash'];

function parseChain(chain: ChainId, value: Record<string, unknown>, problems: string[]): ChainSettings {
  const settings: ChainSettings = { rpcUrls: [] };
  const wrong = (field: string, expected: string) =>
    problems.push(`CHAINS_FILE: ${chain}.${field} must be ${expected}`);
  const notHere = chain === 'solana' ? evmFields : solanaFields;
  for (const [field, given] of Object.entries(value)) {
    switch (notHere.includes(field) ? '' : field) {
      case 'rpc_urls':
        if (Array.isArray(given) && given.every((url) => typeof url === 'string' && isHttpUrl(url)))
          settings.rpcUrls = given;
        else wrong(field, 'a list of http:// or https:// URLs');
        break;
      case 'chain_id':
        if (isWhole(given, 1, Number.MAX_SAFE_INTEGER)) settings.chainId = given;
        else wrong(field, 'the EIP-155 number of the chain');
        break;
      case 'genesis_hash':
        if (typeof given === 'string' && fromBase58(given)?.length === 32) settings.genesisHash = given;
        else wrong(field, 'the genesis hash of the chain');
        break;
      case 'confirmations':
        if (isWhole(given, 1, 10_000)) settings.confirmations = given;
        else wrong(field, 'an integer from 1 to 10000');
        break;
      case 'poll_ms':
        if (isWhole(given, 100, 60_000)) settings.pollMs = given;
        else wrong(field, 'an integer from 100 to 60000');
        break;
      case 'max_tip_gwei':
        if (isWhole(given, 1, 100_000)) settings.maxTipGwei = given;
        else wrong(field, 'an integer from 1 to 100000');
        break;
      case 'explorer_url':
        if (typeof given === 'string' && isHttpUrl(given)) settings.explorerUrl = given.replace(/\/+$/, '');
        else wrong(field, 'an http:// or https:// URL');
        break;
      case 'wallet_rpc_url':
        if (typeof given === 'string' && isHttpUrl(given)) settings.walletRpcUrl = given;
        else wrong(field, 'an http:// or https:// URL');
        break;
      case 'tokens':
        if (isRecord(given)) settings.contracts = parseContracts(chain, given, problems);
        else wrong(field, 'an object of contract addresses, such as {"USDC":"0x…"}');
        break;
      case 'uniswap':
        if (isUniswap(given)) settings.uniswap = given;
        else wrong(field, 'an object with the addresses "router" and "quoter"');
        break;
      default:
        problems.push(`CHAINS_FILE: ${chain}.${field} is not a field`);
    }
  }
  return settings;
}

function parseContracts(
  chain: ChainId,
  value: Record<string, unknown>,
  problems: string[],
): Partial<Record<Token, string>> {
  const contracts: Partial<Record<Token, string>> = {};
  const [, ...known] = chains[chain].tokens.map(({ symbol }) => symbol);
  for (const [name, given] of Object.entries(value)) {
    const token = known.find((symbol) => symbol === name);
    const parsed = parseWalletAddress(chains[chain].family, String(given));
    if (!token)
      problems.push(`CHAINS_FILE: ${chain}.tokens has "${name}", which is none of ${known.join(', ')}`);
    else if ('problem' in parsed) problems.push(`CHAINS_FILE: ${chain}.tokens.${token} ${parsed.problem}`);
    else contracts[token] = parsed.address;
  }
  return contracts;
}

function isUniswap(value: unknown): value is { router: string; quoter: string } {
  if (!isRecord(value) || Object.keys(value).sort().join() !== 'quoter,router') return false;
  return Object.values(value).every((text) => 'address' in parseWalletAddress('evm', String(text)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

import { decodeAbiParameters, parseAbi, toEventSelector } from 'viem/utils';
import type { Log } from '../../../chains/rpc/answers.ts';
import type { Hex } from '../../../chains/rpc/hex.ts';
import { type ChainId, chainIds } from '../../../lib/chains/registry.ts';

/** Same address on all six EVM chains. */
export const tokenMessenger = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d';
export const messageTransmitter = '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64';

export interface CctpChain {
  /** Circle's number of the chain. */
  domain: number;
  /** How long until Circle considers a burn final. Rollups wait for ethereum. */
  finalitySeconds: number;
}

/** Circle has no USDC on bsc. */
const cctpChains: Partial<Record<ChainId, CctpChain>> = {
  ethereum: { domain: 0, finalitySeconds: 1140 },
  avalanche: { domain: 1, finalitySeconds: 8 },
  optimism: { domain: 2, finalitySeconds: 1140 },
  arbitrum: { domain: 3, finalitySeconds: 1140 },
  solana: { domain: 5, finalitySeconds: 25 },
  base: { domain: 6, finalitySeconds: 1140 },
  polygon: { domain: 7, finalitySeconds: 8 },
};

export function cctpChain(chain: ChainId): CctpChain | null {
  return cctpChains[chain] ?? null;
}

/** The chain with this number. */
export function chainOf(domain: number): ChainId | null {
  return chainIds.find((id) => cctpChains[id]?.domain === domain) ?? null;
}

/** Attested once the burn is final. Faster transfers (1000) cost a fee and are not used. */
export const standardFinality = 2000;

export const messengerAbi = parseAbi([
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
  'event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected)',
]);

export const transmitterAbi = parseAbi([
  'function receiveMessage(bytes message, bytes attestation) returns (bool success)',
  'function usedNonces(bytes32 nonce) view returns (uint256)',
  'event MessageReceived(address indexed caller, uint32 sourceDomain, bytes32 indexed nonce, bytes32 sender, uint32 indexed finalityThresholdExecuted, bytes messageBody)',
]);

export const topics = {
  messageReceived: toEventSelector('MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes)'),
  mintAndWithdraw: toEventSelector('MintAndWithdraw(address,uint256,address,uint256)'),
};

const messageSent = toEventSelector('MessageSent(bytes)');

/** The message in a log of the transmitter; null for other logs. */
export function sentMessage({ address, topics: [event], data }: Pick<Log, 'address' | 'topics' | 'data'>) {
  if (address.toLowerCase() !== messageTransmitter.toLowerCase() || event !== messageSent) return null;
  const [message]: readonly Hex[] = decodeAbiParameters([{ type: 'bytes' }], data);
  return message ?? null;
}

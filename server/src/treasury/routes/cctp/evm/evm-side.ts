import type { Address } from 'viem';
import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { MinedTransaction } from '../../../../chains/evm/sender-node.ts';
import { addressIn, type Hex, parseUnits, toTopic } from '../../../../chains/rpc/hex.ts';
import { hourMs } from '../../../../lib/durations.ts';
import { gasUnits } from '../../providers/bridge-chain.ts';
import type { RouteCall } from '../../providers/provider.ts';
import { type RouteChain, tokenContract } from '../../providers/route-chain.ts';
import {
  type CctpChain,
  messageTransmitter,
  messengerAbi,
  sentMessage,
  standardFinality,
  tokenMessenger,
  transmitterAbi,
} from '../contracts.ts';
import type { BurnOrder, Burnt, Side } from '../side.ts';
import { findMint } from './mint.ts';

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256)']);
const anyCaller = `0x${'00'.repeat(32)}` as const;
/** Estimate of Circle's own client, including an approval. */
const burnGas = 230_000n;
const mintGas = 240_000n;
/** Allows for differences between the clocks of chains. */
const clockSlackMs = hourMs;

/** Circle's bridge on an EVM chain; null where there is no USDC. */
export function evmSide(here: RouteChain, facts: CctpChain): Side | null {
  const token = tokenContract(here, 'USDC');
  if (!token) return null;
  return {
    ...facts,
    chain: here.chain.id,
    token,
    tokenWord: toTopic(token),
    messengerWord: toTopic(tokenMessenger),
    wordOf: toTopic,
    receiverWord: async (owner) => toTopic(owner),
    receiverIn: async (word) => addressIn(word),
    burnGas: () => gasUnits(here, burnGas),
    mintGas: () => gasUnits(here, mintGas),
    burnCall: async (order) => burnCall(here, token, order),
    readBurn: async (call) => readBurn(token, call),
    burnt: (sent, message) => burnt(here, sent, message),
    isUsed: (nonce) => isUsed(here, nonce),
    isExpired: (block) => isExpired(here, block),
    findMint: (wanted) => findMint(here, token, wanted),
    async mintCall({ message, attestation }) {
      const args = [message, attestation] as const;
      const data = encodeFunctionData({ abi: transmitterAbi, functionName: 'receiveMessage', args });
      return { chain: here.chain.id, to: messageTransmitter, data, value: 0n, approval: undefined };
    },
  };
}

/** The burn and its allowance. */
function burnCall({ chain }: RouteChain, token: Address, order: BurnOrder): RouteCall {
  const { units, domain, recipient, maxFee } = order;
  const args = [units, domain, recipient, token, anyCaller, maxFee, standardFinality] as const;
  const data = encodeFunctionData({ abi: messengerAbi, functionName: 'depositForBurn', args });
  const approval = { token, spender: tokenMessenger, units };
  return { chain: chain.id, to: tokenMessenger, data, value: 0n, approval };
}

function readBurn(token: string, { data, to }: RouteCall): BurnOrder | null {
  const args = to === tokenMessenger ? argumentsIn(data as Hex) : null;
  if (!args) return null;
  const [units, domain, recipient, burnToken, caller, maxFee, finality] = args;
  const isOurs =
    burnToken.toLowerCase() === token.toLowerCase() && caller === anyCaller && finality === standardFinality;
  return isOurs ? { units, domain, recipient, maxFee } : null;
}

/** Null unless the data is exactly a burn. */
function argumentsIn(data: Hex) {
  try {
    const { args, functionName } = decodeFunctionData({ abi: messengerAbi, data });
    return encodeFunctionData({ abi: messengerAbi, functionName, args }) === data ? args : null;
  } catch {
    return null;
  }
}

async function burnt(here: RouteChain, sent: string, message: Hex): Promise<Burnt> {
  const [mined] = await here.node.mined([sent]);
  if (!mined) return 'waiting';
  if (!mined.succeeded) return 'reverted';
  if (!mined.logs.some((log) => sentMessage(log) === message)) return 'other';
  return { since: await timeOf(here, mined) };
}

async function timeOf({ reads }: RouteChain, { blockNumber }: MinedTransaction): Promise<Date> {
  const header = await reads.header(blockNumber);
  if (!header) throw new Error(`the node has no block ${blockNumber}`);
  return new Date(header.time.getTime() - clockSlackMs);
}

async function isUsed({ node }: RouteChain, nonce: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: transmitterAbi, functionName: 'usedNonces', args: [nonce] });
  const [answer = '0x'] = await node.call([{ to: messageTransmitter, data }]);
  return decodeFunctionResult({ abi: transmitterAbi, functionName: 'usedNonces', data: answer }) !== 0n;
}

/** Asks a contract for the block number, since contracts on arbitrum see that of ethereum. */
async function isExpired({ chain, node }: RouteChain, expirationBlock: bigint): Promise<boolean> {
  if (chain.multicall === null) return false;
  const data = encodeFunctionData({ abi: blockNumberAbi });
  const [answer] = await node.call([{ to: chain.multicall, data }]);
  return expirationBlock <= parseUnits(answer);
}

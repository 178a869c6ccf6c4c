import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';
import type { CctpChain } from '../contracts.ts';
import type { Side } from '../side.ts';
import { burnCall, burnt, readBurn } from './burn.ts';
import { findMint, isUsed, mintCall } from './mint.ts';
import { addressOf, messengerProgram, wordOf } from './programs.ts';

const lamportsPerSignature = 5000n;
/** Highest priority fees in lamports: see `budgetInstructions`. */
const priority = { burn: 40_000n, mint: 70_000n };
/** Sizes of accounts that are never closed: that of a message, and that of a used nonce. */
const messageAccountBytes = 428;
const nonceAccountBytes = 9;

/** Circle's bridge on Solana. The treasury burns and receives, the fee payer pays. */
export function solanaSide(solana: RouteSolana, facts: CctpChain): Side {
  const { chain, node, reads, treasury } = solana;
  const token = chain.usdcMint;
  const receiverWord = async (owner: string) => wordOf(await tokenAccountOf(owner, token));
  const costOf = async (signatures: bigint, offered: bigint, bytes: number) => ({
    chain: chain.id,
    units: signatures * lamportsPerSignature + offered + (await node.rentFor(bytes)),
  });
  return {
    ...facts,
    chain: chain.id,
    token,
    tokenWord: wordOf(token),
    messengerWord: wordOf(messengerProgram),
    wordOf,
    receiverWord,
    // Only the treasury's own token account can be mapped back to its owner.
    receiverIn: async (word) => (word === (await receiverWord(treasury)) ? treasury : addressOf(word)),
    burnGas: () => costOf(3n, priority.burn, messageAccountBytes),
    mintGas: () => costOf(1n, priority.mint, nonceAccountBytes),
    burnCall: (order) => burnCall(solana, order),
    readBurn: (call) => readBurn(solana, call),
    burnt: (sent, message) => burnt(solana, sent, message),
    isUsed: (nonce) => isUsed(solana, nonce),
    isExpired: async (block) => block <= BigInt((await reads.clock(0)).slot),
    findMint: (wanted) => findMint(solana, wanted),
    mintCall: (attestation, domain, burnToken) => mintCall(solana, attestation, domain, burnToken),
  };
}

import type { Hex } from '../../../../chains/rpc/hex.ts';
import { toCallText } from '../../../../chains/solana/solana-call.ts';
import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaInstruction, SolanaTransaction } from '../../../../chains/solana/transaction.ts';
import { fromBase58 } from '../../../../lib/chains/base58.ts';
import type { RouteCall } from '../../providers/provider.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';
import type { Attestation } from '../attestations.ts';
import { readAttested } from '../message.ts';
import type { Mint, WantedMint } from '../side.ts';
import { alone, read, written } from './burn.ts';
import {
  addressTable,
  cctpAccounts,
  feeRecipientIn,
  messengerProgram,
  mintMark,
  transmitterProgram,
} from './programs.ts';

/** Limit of Circle's own client. */
const computeUnits = 350_000;
/** Position of the nonce's account in the instruction. */
const nonceAt = 4;

/** Mints into the treasury's token account. Costs only the fee payer's fee. */
export async function mintCall(
  solana: RouteSolana,
  { message, attestation, nonce }: Attestation & { nonce: Hex },
  sourceDomain: number,
  burnToken: Hex,
): Promise<RouteCall> {
  const { chain, treasury, feePayer, node } = solana;
  const messenger = await cctpAccounts.messenger();
  const [state] = (await node.accounts([messenger])).accounts;
  if (!state) throw new Error('Circle’s bridge is not on this chain');
  const accounts = [
    { address: feePayer, signs: true, writes: true },
    { address: feePayer, signs: true, writes: false },
    read(await cctpAccounts.authority()),
    read(await cctpAccounts.transmitter()),
    written(await cctpAccounts.usedNonce(nonce)),
    read(messengerProgram),
    read(solanaChain.systemProgram),
    read(await cctpAccounts.transmitterEvents()),
    read(transmitterProgram),
    read(messenger),
    read(await cctpAccounts.remoteMessenger(sourceDomain)),
    written(await cctpAccounts.minter()),
    written(await cctpAccounts.localToken(chain.usdcMint)),
    read(await cctpAccounts.tokenPair(sourceDomain, burnToken)),
    written(await tokenAccountOf(feeRecipientIn(state.data), chain.usdcMint)),
    written(await tokenAccountOf(treasury, chain.usdcMint)),
    written(await cctpAccounts.custody(chain.usdcMint)),
    read(solanaChain.tokenProgram),
    read(await cctpAccounts.messengerEvents()),
    read(messengerProgram),
  ];
  const data = Buffer.concat([mintMark, withLength(message), withLength(attestation)]).toString('hex');
  const call = { ...alone, accounts, data, computeUnits, tables: [addressTable] };
  return { chain: 'solana', to: transmitterProgram, data: toCallText(call), value: 0n, approval: undefined };
}

function withLength(bytes: Hex): Buffer {
  const content = Buffer.from(bytes.slice(2), 'hex');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

/** Each used nonce has an account. */
export async function isUsed({ node }: RouteSolana, nonce: Hex): Promise<boolean> {
  const { accounts } = await node.accounts([await cctpAccounts.usedNonce(nonce)]);
  return accounts[0]?.program === transmitterProgram;
}

/** Searches the history of the nonce's account. Anybody can name that account, so the instruction itself is read. */
export async function findMint(solana: RouteSolana, wanted: WantedMint): Promise<Mint | 'other' | null> {
  const account = await cctpAccounts.usedNonce(wanted.nonce);
  const history = await solana.reads.history(account, { commitment: 'finalized', atLeast: 0, downTo: 0 });
  const own = await tokenAccountOf(wanted.recipient, solana.chain.usdcMint);
  const landed = history.filter(({ isFailed }) => !isFailed);
  for (const { signature } of landed) {
    const transaction = await solana.reads.transaction(signature);
    if (!transaction) throw new Error(`the node lists ${signature} and does not have it`);
    const mint = mintIn(transaction, account, own, wanted);
    if (mint) return mint;
  }
  return landed.length > 0 ? 'other' : null;
}

function mintIn(
  transaction: SolanaTransaction,
  account: string,
  own: string,
  { burn, nonce, units }: WantedMint,
): Mint | null {
  const logIndex = transaction.instructions.findIndex((one) => isMint(one, account));
  const message = messageIn(transaction.instructions[logIndex]);
  const attested = message === null ? null : readAttested(burn, message);
  if (attested?.nonce !== nonce) return null;
  const minted = units - attested.fee;
  return creditOf(transaction, own) >= minted
    ? { txHash: transaction.signature, logIndex, units: minted }
    : null;
}

function isMint({ program, accounts, data }: SolanaInstruction, account: string): boolean {
  return (
    program === transmitterProgram &&
    accounts[nonceAt] === account &&
    (fromBase58(data)?.subarray(0, mintMark.length).equals(mintMark) ?? false)
  );
}

function messageIn(instruction: SolanaInstruction | undefined): Hex | null {
  const data = instruction ? fromBase58(instruction.data) : null;
  if (!data || data.length < mintMark.length + 4) return null;
  const at = mintMark.length + 4;
  return `0x${data.toString('hex', at, at + data.readUInt32LE(mintMark.length))}`;
}

function creditOf({ tokensBefore, tokensAfter }: SolanaTransaction, account: string): bigint {
  const unitsIn = (list: SolanaTransaction['tokensAfter']) =>
    list.find((one) => one.account === account)?.units ?? 0n;
  return unitsIn(tokensAfter) - unitsIn(tokensBefore);
}

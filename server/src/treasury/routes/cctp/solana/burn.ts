import type { Hex } from '../../../../chains/rpc/hex.ts';
import {
  type CallAccount,
  fromCallText,
  type SolanaCall,
  toCallText,
} from '../../../../chains/solana/solana-call.ts';
import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import { hourMs } from '../../../../lib/durations.ts';
import type { RouteCall } from '../../providers/provider.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';
import { standardFinality } from '../contracts.ts';
import type { BurnOrder, Burnt } from '../side.ts';
import { burnMark, cctpAccounts, messageMark, messengerProgram, transmitterProgram } from './programs.ts';

/** Limit of Circle's own client. */
const computeUnits = 200_000;
const dataBytes = 96;
/** Offset of the message in a burn's account, after discriminator, payer, time and length. */
const messageAt = 52;
/** Allows for differences between the clocks of chains. */
const clockSlackMs = hourMs;

/** A call without other instructions around it, and without a gain for the treasury. */
export const alone = { before: [], after: [], gains: null } as const;

/** Shorthands for the accounts of a call. */
export const read = (address: string): CallAccount => ({ address, signs: false, writes: false });
export const written = (address: string): CallAccount => ({ address, signs: false, writes: true });

type Burner = Pick<RouteSolana, 'treasury' | 'feePayer'> & { chain: { usdcMint: string } };

/** Burns from the treasury's token account. The fee payer pays for the account that holds the message. */
export async function burnCall(burner: Burner, order: BurnOrder): Promise<RouteCall> {
  const call = {
    accounts: await burnAccounts(burner, order.domain),
    data: dataOf(order),
    computeUnits,
    ...alone,
    tables: [],
  };
  return { chain: 'solana', to: messengerProgram, data: toCallText(call), value: 0n, approval: undefined };
}

async function burnAccounts(
  { chain: { usdcMint }, treasury, feePayer }: Burner,
  domain: number,
): Promise<CallAccount[]> {
  return [
    { address: treasury, signs: true, writes: false },
    { address: feePayer, signs: true, writes: true },
    read(await cctpAccounts.senderAuthority()),
    written(await tokenAccountOf(treasury, usdcMint)),
    read(await cctpAccounts.denied(treasury)),
    written(await cctpAccounts.transmitter()),
    read(await cctpAccounts.messenger()),
    read(await cctpAccounts.remoteMessenger(domain)),
    read(await cctpAccounts.minter()),
    written(await cctpAccounts.localToken(usdcMint)),
    written(usdcMint),
    { address: null, signs: true, writes: true },
    read(transmitterProgram),
    read(messengerProgram),
    read(solanaChain.tokenProgram),
    read(solanaChain.systemProgram),
    read(await cctpAccounts.messengerEvents()),
    read(messengerProgram),
  ];
}

function dataOf({ units, domain, recipient, maxFee }: BurnOrder): string {
  const data = Buffer.alloc(dataBytes);
  burnMark.copy(data);
  data.writeBigUInt64LE(units, 8);
  data.writeUInt32LE(domain, 16);
  data.write(recipient.slice(2), 20, 'hex');
  // The 32 zero bytes before let anybody mint.
  data.writeBigUInt64LE(maxFee, 84);
  data.writeUInt32LE(standardFinality, 92);
  return data.toString('hex');
}

/** Null unless `burnCall` builds the same call from the order it contains. */
export async function readBurn(burner: Burner, call: RouteCall): Promise<BurnOrder | null> {
  const data = Buffer.from(callIn(call.data)?.data ?? '', 'hex');
  if (data.length !== dataBytes) return null;
  const order = {
    units: data.readBigUInt64LE(8),
    domain: data.readUInt32LE(16),
    recipient: `0x${data.toString('hex', 20, 52)}` as Hex,
    maxFee: data.readBigUInt64LE(84),
  };
  const own = await burnCall(burner, order);
  return call.to === own.to && call.data === own.data ? order : null;
}

function callIn(text: string): SolanaCall | null {
  try {
    return fromCallText(text);
  } catch {
    return null;
  }
}

/** Reads the message of a burn from its own account, whose key signed beside treasury and fee payer. */
export async function burnt(
  { node, reads, treasury, feePayer }: RouteSolana,
  sent: string,
  message: Hex,
): Promise<Burnt> {
  const transaction = await reads.transaction(sent);
  if (!transaction?.time) return 'waiting';
  if (transaction.isFailed) return 'reverted';
  const signers = transaction.keys.slice(0, transaction.signers);
  const [account] = signers.filter((one) => one !== treasury && one !== feePayer);
  if (!account) return 'other';
  const { accounts } = await node.accounts([account], transaction.slot);
  const [kept] = accounts;
  const isMessage =
    kept?.program === transmitterProgram &&
    kept.data.subarray(0, messageMark.length).equals(messageMark) &&
    `0x${kept.data.toString('hex', messageAt)}` === message;
  return isMessage ? { since: new Date(transaction.time.getTime() - clockSlackMs) } : 'other';
}

import { createHash } from 'node:crypto';
import { address, createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getAllocateWithSeedInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import type { Context } from '../../../app/context.ts';
import type { SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { toBase58 } from '../../../lib/chains/base58.ts';
import { tokenDecimals } from '../../../lib/chains/registry.ts';
import { rateDecimals } from '../../prices/rates.ts';
import type { TransferRow } from '../transfer.ts';
import type { SolanaSender } from './solana-sender.ts';

/*
 * An account that can be made only once, in the transaction that pays. A restored database derives the same address from
 * what is paid, so the chain refuses to pay it a second time, whatever a node's history leaves out. Its rent is spent.
 */

const maxSeed = 32;
const receiptBytes = 1;

function seedOf(payId: string): string {
  return toBase58(createHash('sha256').update(`causeway receipt ${payId}`).digest()).slice(0, maxSeed);
}

/** The address of the receipt of what is paid under an id. */
export function receiptOf({ signer }: Pick<SolanaSender, 'signer'>, payId: string): Promise<string> {
  const baseAddress = address(signer.feePayer);
  return createAddressWithSeed({ baseAddress, programAddress: SYSTEM_PROGRAM_ADDRESS, seed: seedOf(payId) });
}

/** Whether a transfer gets a receipt: they are on, and it is worth enough or has no price. */
export function hasReceipt({ config, rates }: Context, { kind, token, units }: TransferRow): boolean {
  // Sent twice, the money would still be the operator's.
  if (config.solanaReceiptAboveUsd === 0 || kind === 'cold') return false;
  const usdPerToken = rates.live.usdPerToken(token);
  if (usdPerToken === null) return true;
  const worth = (BigInt(units) * usdPerToken) / 10n ** BigInt(tokenDecimals('solana', token));
  return worth >= BigInt(config.solanaReceiptAboveUsd) * 10n ** BigInt(rateDecimals);
}

/**
 * Whether the account at a receipt's address is a receipt, so that its transfer was paid. Lamports alone prove nothing, since
 * anybody can send them there; only the fee payer can make an account with data.
 */
export function isReceipt({ config }: Pick<Context, 'config'>, account: SolanaAccount | null): boolean {
  return config.solanaReceiptAboveUsd > 0 && account !== null && account.data.length > 0;
}

/** Why a payment waits whose receipt is there. */
export function paidUnseen(receipt: string): string {
  return `It was paid: the account ${receipt} exists. No node shows the transaction: use another node. If you have explained it as something else, set SOLANA_RECEIPT_ABOVE_USD=0 until this one is paid.`;
}

/** Lamports that a receipt costs. */
export function receiptRent({ node }: Pick<SolanaSender, 'node'>): Promise<bigint> {
  return node.rentFor(receiptBytes);
}

/** Two instructions, since `createAccount` fails where somebody has sent lamports before. */
export async function receiptInstructions(
  sender: Pick<SolanaSender, 'signer' | 'node'>,
  payId: string,
): Promise<Instruction[]> {
  const payer = createNoopSigner(address(sender.signer.feePayer));
  const newAccount = address(await receiptOf(sender, payId));
  return [
    getTransferSolInstruction({ source: payer, destination: newAccount, amount: await receiptRent(sender) }),
    getAllocateWithSeedInstruction({
      newAccount,
      baseAccount: payer,
      base: payer.address,
      seed: seedOf(payId),
      space: receiptBytes,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
  ];
}

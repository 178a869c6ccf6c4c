import type { SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { solanaChain } from '../../../chains/solana/solana-chain.ts';
import type { TransferRow } from '../transfer.ts';
import { type Funds, needsSol } from './funds.ts';
import { unsignedTransaction } from './messages/transfer-messages.ts';
import { hasReceipt, receiptRent } from './receipts.ts';
import { payTransaction } from './sign-batch.ts';
import type { SolanaSender } from './solana-sender.ts';

/** Offset of the state in a token account, and its value when frozen. */
const stateAt = 108;
const frozen = 2;

const tokenPrograms: readonly string[] = [solanaChain.tokenProgram, solanaChain.token2022Program];

/** Why the chain would never accept the payment. */
export function refusal(
  { token, units }: Pick<TransferRow, 'token' | 'units'>,
  receiver: SolanaAccount | null,
  tokens: SolanaAccount | null,
  { rent }: Pick<Funds, 'rent'>,
): { reason: string; message: string } | null {
  if (receiver && tokenPrograms.includes(receiver.program))
    return {
      reason: 'INVALID_ADDRESS',
      message: 'The address is a token account, not the wallet that owns it.',
    };
  if (token === 'SOL' && (receiver?.lamports ?? 0n) + BigInt(units) < rent.empty)
    return {
      reason: 'RECIPIENT_REFUSED',
      message: 'The address is empty, and the amount is less than what the chain keeps in an account.',
    };
  if (token === 'USDC' && tokens?.data[stateAt] === frozen)
    return {
      reason: 'RECIPIENT_REFUSED',
      message: "The token's issuer froze the account. Nothing was sent.",
    };
  return null;
}

/**
 * Why the payment cannot be sent now; null if it can. Asks the node for fees and rent, and simulates: a transaction
 * that would fail must not take a nonce.
 */
export async function rehearse(
  sender: SolanaSender,
  transfer: TransferRow,
  funds: Funds,
  makesAccount: boolean,
): Promise<string | null> {
  const { ctx, signer, node } = sender;
  const lifetime = await node.blockhash();
  const { raw, message } = unsignedTransaction(signer, await payTransaction(sender, transfer), lifetime);
  const rents =
    (makesAccount ? funds.rent.token : 0n) + (hasReceipt(ctx, transfer) ? await receiptRent(sender) : 0n);
  const cost = (await node.feeOf(message)) + rents;
  if (funds.forFees < cost) return needsSol(sender);
  const error = await node.simulate(raw);
  if (error === null) funds.forFees -= cost;
  return error === null ? null : `The transaction would fail: ${error}`;
}

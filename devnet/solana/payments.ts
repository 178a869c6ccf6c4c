import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { memoProgram, tokenProgram, usdcMint } from './addresses.ts';

export interface SolanaPayment {
  token: 'SOL' | 'USDC';
  to: string;
  units: bigint;
  /** Default: the first of the funded wallets. */
  from?: KeyPairSigner;
  /** Named by the transfer, so that it is found by this address too. */
  references?: readonly string[];
  /** Texts that the transaction carries. */
  memos?: readonly string[];
}

/** Writes a text into a transaction. */
export function memoInstruction(text: string): Instruction {
  return { programAddress: memoProgram, data: new Uint8Array(Buffer.from(text)) };
}

/** The instructions of a wallet that pays. It creates the receiver's token account if there is none. */
export async function paymentInstructions(
  { token, to, units, references = [], memos = [] }: SolanaPayment,
  from: TransactionSigner,
): Promise<Instruction[]> {
  const owner = to as Address;
  const named = references.map((address) => ({ address: address as Address, role: AccountRole.READONLY }));
  const withReferences = (one: Instruction): Instruction => ({
    ...one,
    accounts: [...(one.accounts ?? []), ...named],
  });
  const texts = memos.map(memoInstruction);
  if (token === 'SOL')
    return [
      withReferences(getTransferSolInstruction({ source: from, destination: owner, amount: units })),
      ...texts,
    ];
  const ata = (holder: Address) => findAssociatedTokenPda({ owner: holder, mint: usdcMint, tokenProgram });
  const [[source], [destination]] = await Promise.all([ata(from.address), ata(owner)]);
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer: from, owner, mint: usdcMint, ata: destination }),
    withReferences(
      getTransferCheckedInstruction({
        source,
        mint: usdcMint,
        destination,
        authority: from,
        amount: units,
        decimals: 6,
      }),
    ),
    ...texts,
  ];
}

export async function signInstructions(
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  blockhash: string,
): Promise<{ signature: string; wire: string }> {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return { signature: getSignatureFromTransaction(signed), wire: getBase64EncodedWireTransaction(signed) };
}

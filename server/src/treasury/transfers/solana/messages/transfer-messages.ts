import {
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type Nonce,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import type { KeyName, SolanaSigner } from '../../../../chains/solana/solana-signer.ts';

/** What limits the life of a transaction: a durable nonce or a blockhash. */
export type Lifetime = { nonce: string; account: string } | { blockhash: string; lastValidHeight: number };

export interface Extras {
  /** Signers other than treasury, fee payer and trader. */
  keys?: ReadonlyMap<string, KeyName>;
  tables?: AddressesByLookupTableAddress;
}

type Signing = Pick<SolanaSigner, 'treasury' | 'feePayer' | 'sign'> & Partial<Pick<SolanaSigner, 'trader'>>;

const computeBudget = address('ComputeBudget111111111111111111111111111111');
/** Lamports per million compute units. Our transactions use about 100,000. */
const maxPriorityFee = 200_000n;

/** Sets the compute limit and the priority fee. */
export function budgetInstructions(units: number, priorityFee: bigint): Instruction[] {
  const limit = Buffer.alloc(5);
  limit.writeUInt8(2);
  limit.writeUInt32LE(units, 1);
  const price = Buffer.alloc(9);
  price.writeUInt8(3);
  price.writeBigUInt64LE(priorityFee < maxPriorityFee ? priorityFee : maxPriorityFee, 1);
  return [limit, price].map((data) => ({ programAddress: computeBudget, data: new Uint8Array(data) }));
}

function compile(
  feePayer: string,
  instructions: readonly Instruction[],
  lifetime: Lifetime,
  { tables = {} }: Extras,
) {
  const message = pipe(createTransactionMessage({ version: 0 }), (one) =>
    setTransactionMessageFeePayer(address(feePayer), one),
  );
  const withLifetime =
    'nonce' in lifetime
      ? setTransactionMessageLifetimeUsingDurableNonce(
          {
            nonce: lifetime.nonce as Nonce,
            nonceAccountAddress: address(lifetime.account),
            nonceAuthorityAddress: address(feePayer),
          },
          message,
        )
      : setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: lifetime.blockhash as Blockhash,
            lastValidBlockHeight: BigInt(lifetime.lastValidHeight),
          },
          message,
        );
  const whole = appendTransactionMessageInstructions(instructions, withLifetime);
  return compileTransaction(compressTransactionMessageUsingAddressLookupTables(whole, tables));
}

/** Unsigned, for simulations and fee estimates. */
export function unsignedTransaction(
  { feePayer }: Pick<SolanaSigner, 'feePayer'>,
  instructions: readonly Instruction[],
  { hash, lastValidHeight }: { hash: string; lastValidHeight: number },
  extras: Extras = {},
): { raw: string; message: string } {
  const transaction = compile(feePayer, instructions, { blockhash: hash, lastValidHeight }, extras);
  return {
    raw: getBase64EncodedWireTransaction(transaction),
    message: Buffer.from(transaction.messageBytes).toString('base64'),
  };
}

export async function signTransaction(
  signer: Signing,
  instructions: readonly Instruction[],
  lifetime: Lifetime,
  extras: Extras = {},
): Promise<{ txHash: string; raw: string }> {
  const transaction = compile(signer.feePayer, instructions, lifetime, extras);
  const signatures: Record<string, SignatureBytes> = {};
  for (const who of Object.keys(transaction.signatures)) {
    const bytes = await signer.sign(
      keyOf(signer, extras.keys, who),
      Uint8Array.from(transaction.messageBytes),
    );
    signatures[who] = Uint8Array.from(bytes) as SignatureBytes;
  }
  const signed = { ...transaction, signatures: signatures as Record<Address, SignatureBytes> };
  return { txHash: getSignatureFromTransaction(signed), raw: getBase64EncodedWireTransaction(signed) };
}

function keyOf(signer: Signing, keys: Extras['keys'], who: string) {
  if (who === signer.feePayer) return 'fee payer';
  if (who === signer.treasury) return 'treasury';
  if (who === signer.trader) return 'trader';
  const key = keys?.get(who);
  if (key === undefined) throw new Error(`no key for ${who}`);
  return key;
}

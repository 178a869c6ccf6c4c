import type { WalletTransaction } from '../../../server/src/chains/wallet-request.ts';
import { toBase58 } from './base58.ts';
import type { WalletStep } from './found-wallet.ts';
import { read } from './read.ts';
import type { SolanaWallet } from './solana-provider.ts';
import { WalletProblem } from './wallet-problem.ts';

/** Connects, lets the service build the transaction, and asks the wallet to sign and send it. Returns its signature. */
export async function paySolana(
  wallet: SolanaWallet,
  chain: string,
  build: (payer: string) => Promise<WalletTransaction>,
  onStep: (step: WalletStep) => void,
): Promise<string> {
  onStep('connect');
  const accounts = read(await wallet.connect(), 'accounts');
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  const payer = read(account, 'address');
  if (typeof payer !== 'string') throw new WalletProblem('locked');
  const { transaction, missing } = await build(payer);
  if (missing) throw new WalletProblem(missing === 'fee' ? 'noGas' : 'tooLittle');
  if (transaction === null) throw new WalletProblem('other');
  onStep('confirm');
  const bytes = Uint8Array.from(atob(transaction), (char) => char.charCodeAt(0));
  const results = await wallet.signAndSend({ account, transaction: bytes, chain });
  const signature = read(Array.isArray(results) ? results[0] : undefined, 'signature');
  if (!ArrayBuffer.isView(signature)) throw new WalletProblem('other');
  return toBase58(new Uint8Array(signature.buffer, signature.byteOffset, signature.byteLength));
}

import { type Address, type EncodedAccount, getAddressEncoder, type KeyPairSigner } from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { LiteSVM, Rent } from 'litesvm';
import { systemProgram, tokenProgram, usdcMint } from './addresses.ts';

/** Lamports for each byte of an account, as on mainnet; LiteSVM still has the older and higher price. */
const lamportsPerByte = 5080n;
const walletLamports = 10_000n * 10n ** 9n;
const walletUsdc = 1_000_000n * 10n ** 6n;

/** The SVM with its programs, USDC at its real address, and wallets that have SOL and USDC. */
export async function createSvm(wallets: readonly KeyPairSigner[], authority: Address): Promise<LiteSVM> {
  // Ages of blockhashes and repeated transactions are the ledger's matter: it can go back to an older block.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withNativeMints();
  svm.setRent(new Rent(lamportsPerByte, 1, 50));
  svm.setAccount(mintAccount(svm, usdcMint, authority));
  for (const address of [authority, ...wallets.map((wallet) => wallet.address)])
    svm.setAccount(account(address, walletLamports, systemProgram, new Uint8Array()));
  for (const { address: owner } of wallets) {
    const [token] = await findAssociatedTokenPda({ owner, mint: usdcMint, tokenProgram });
    svm.setAccount(tokenAccount(svm, token, owner, walletUsdc));
  }
  return svm;
}

function account(
  address: Address,
  lamports: bigint,
  programAddress: Address,
  data: Uint8Array,
): EncodedAccount {
  return {
    address,
    lamports: lamports as EncodedAccount['lamports'],
    data,
    executable: false,
    programAddress,
    space: BigInt(data.length),
  };
}

/** A mint at any address, so that tests use the addresses of the real chain. */
function mintAccount(
  svm: LiteSVM,
  mint: Address,
  authority: Address,
  program = tokenProgram,
): EncodedAccount {
  const data = new Uint8Array(82);
  // An authority may mint; six decimals; initialized.
  data[0] = 1;
  data.set(getAddressEncoder().encode(authority), 4);
  data[44] = 6;
  data[45] = 1;
  return account(mint, svm.minimumBalanceForRentExemption(82n), program, data);
}

function tokenAccount(svm: LiteSVM, address: Address, owner: Address, units: bigint): EncodedAccount {
  const data = Buffer.alloc(165);
  data.set(getAddressEncoder().encode(usdcMint), 0);
  data.set(getAddressEncoder().encode(owner), 32);
  data.writeBigUInt64LE(units, 64);
  data[108] = 1;
  return account(address, svm.minimumBalanceForRentExemption(165n), tokenProgram, new Uint8Array(data));
}

import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createTransactionMessage,
  type EncodedAccount,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getRecoverNestedAssociatedTokenInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedSolMint,
} from '../../../../devnet/solana/addresses.ts';
import { memoInstruction } from '../../../../devnet/solana/payments.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { call } from '../../../../devnet/test/clients.ts';
import { type Movement, movementsIn, referencesIn } from '../../../src/chains/solana/recognise.ts';
import { parseTransaction, type SolanaTransaction } from '../../../src/chains/solana/transaction.ts';

let chain: SolanaChain;
let [alice, bob, relay]: KeyPairSigner[] = [];
let made = 0;
beforeAll(async () => {
  chain = await startSolana();
  [alice, bob, relay] = [...chain.wallets];
});
afterAll(() => chain?.stop());

/** Two new addresses of ours for each test. */
async function ours(): Promise<[Address, Address]> {
  return [(await localSigner(`ours ${++made}`)).address, (await localSigner(`ours ${++made}`)).address];
}
const signer = (wallet: KeyPairSigner | undefined) => wallet as KeyPairSigner;
const ata = async (owner: Address, mint = usdcMint, program = tokenProgram) =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0];
const create = async (payer: KeyPairSigner, owner: Address, mint = usdcMint, program = tokenProgram) =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer,
    owner,
    mint,
    ata: await ata(owner, mint, program),
    tokenProgram: program,
  });
const transfer = async (from: KeyPairSigner, to: Address, amount: bigint): Promise<Instruction> =>
  getTransferCheckedInstruction({
    source: await ata(from.address),
    mint: usdcMint,
    destination: await ata(to),
    authority: from,
    amount,
    decimals: 6,
  });
const sol = (from: KeyPairSigner, to: Address, amount: bigint) =>
  getTransferSolInstruction({ source: from, destination: to, amount });

async function read(signature: string): Promise<SolanaTransaction> {
  chain.mine();
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const { result } = await call(chain.url, 'getTransaction', [signature, config]);
  const parsed = parseTransaction(result);
  if (!parsed) throw new Error('not found');
  return parsed;
}
/** What was found, as [address, asset, units, payer]. */
async function found(payer: KeyPairSigner, instructions: Instruction[], watched: Address[]) {
  return shortly(
    movementsIn(await read(await chain.transact(payer, instructions)), (key) =>
      watched.includes(key as Address),
    ),
  );
}
const shortly = (movements: Movement[]) =>
  movements.map(({ address, mint, units, payer }) => [address, mint ?? 'SOL', units, payer]);

describe('money is recognised by the balances that a transaction changes:', () => {
  it('minted tokens, which nobody paid', async () => {
    const [to] = await ours();
    const mint = getMintToInstruction({
      mint: usdcMint,
      token: await ata(to),
      mintAuthority: chain.authority,
      amount: 9n,
    });
    const all = await found(chain.authority, [await create(chain.authority, to), mint], [to]);
    expect(all).toEqual([[to, usdcMint, 9n, null]]);
  });

  it('SOL', async () => {
    const [to] = await ours();
    expect(await found(signer(alice), [sol(signer(alice), to, 50_000_000n)], [to])).toEqual([
      [to, 'SOL', 50_000_000n, alice?.address],
    ]);
  });

  it('USDC to an account that the payer creates', async () => {
    const [to] = await ours();
    const pays = [await create(signer(alice), to), await transfer(signer(alice), to, 12_500_000n)];
    expect(await found(signer(alice), pays, [to])).toEqual([[to, usdcMint, 12_500_000n, alice?.address]]);
  });

  it('USDC with a reference and a memo', async () => {
    const [to, reference] = await ours();
    const signature = await chain.transact(signer(alice), [
      await create(signer(alice), to),
      memoInstruction('order 7'),
      named(await transfer(signer(alice), to, 1_000_000n), reference),
    ]);
    const transaction = await read(signature);
    expect(shortly(movementsIn(transaction, (key) => key === to))).toEqual([
      [to, usdcMint, 1_000_000n, alice?.address],
    ]);
    expect(transaction.memos).toEqual(['order 7']);
    expect(referencesIn(transaction, (key) => key === reference)).toEqual([reference]);
  });

  it('several transfers in one transaction, to several of ours, in several assets', async () => {
    const [to, next] = await ours();
    const from = signer(alice);
    const pays = [
      await create(from, to),
      await create(from, next),
      await transfer(from, to, 5n),
      await transfer(from, to, 7n),
      await transfer(from, next, 11n),
      sol(from, next, 2_000_000n),
    ];
    const all = await found(from, pays, [to, next]);
    expect(all).toHaveLength(3);
    expect(all).toContainEqual([next, 'SOL', 2_000_000n, from.address]);
    expect(all).toContainEqual([to, usdcMint, 12n, from.address]);
    expect(all).toContainEqual([next, usdcMint, 11n, from.address]);
  });

  it('a payment whose fee somebody else pays', async () => {
    const [to] = await ours();
    const pays = [await create(signer(relay), to), await transfer(signer(alice), to, 9n)];
    expect(await found(signer(relay), pays, [to])).toEqual([[to, usdcMint, 9n, alice?.address]]);
  });

  it('a payment with a price for its computing', async () => {
    const [to] = await ours();
    const pays = [
      getSetComputeUnitLimitInstruction({ units: 60_000 }),
      getSetComputeUnitPriceInstruction({ microLamports: 100_000n }),
      await create(signer(alice), to),
      await transfer(signer(alice), to, 1n),
    ];
    const transaction = await read(await chain.transact(signer(alice), pays));
    expect(transaction.fee).toBe(11_000n);
    expect(shortly(movementsIn(transaction, (key) => key === to))).toEqual([
      [to, usdcMint, 1n, alice?.address],
    ]);
  });

  it('wrapping and wrapped SOL, which is another asset than SOL', async () => {
    const [to] = await ours();
    const from = signer(bob);
    const wrapped = await ata(from.address, wrappedSolMint);
    const wrap = [
      await create(from, from.address, wrappedSolMint),
      sol(from, wrapped, 300_000_000n),
      getSyncNativeInstruction({ account: wrapped }),
    ];
    expect(await found(from, wrap, [to])).toEqual([]);
    const stray = getTransferCheckedInstruction({
      source: wrapped,
      mint: wrappedSolMint,
      destination: await ata(to, wrappedSolMint),
      authority: from,
      amount: 100_000_000n,
      decimals: 9,
    });
    expect(await found(from, [await create(from, to, wrappedSolMint), stray], [to])).toEqual([
      [to, wrappedSolMint, 100_000_000n, from.address],
    ]);
    // SOL without any transfer: what was wrapped comes out at our address, with the rent of the account.
    const close = getCloseAccountInstruction({ account: wrapped, destination: to, owner: from });
    expect(await found(from, [close], [to])).toEqual([
      [to, 'SOL', 200_000_000n + chain.rentFor(165), from.address],
    ]);
  });

  it('tokens that another program moves', async () => {
    const from = signer(alice);
    const own = await ata(from.address);
    const nested = await ata(own);
    const into = getTransferCheckedInstruction({
      source: own,
      mint: usdcMint,
      destination: nested,
      authority: from,
      amount: 33n,
      decimals: 6,
    });
    expect(await found(from, [await create(from, own), into], [from.address])).toContainEqual([
      from.address,
      usdcMint,
      -33n,
      null,
    ]);
    const recover = getRecoverNestedAssociatedTokenInstruction({
      nestedAssociatedAccountAddress: nested,
      nestedTokenMintAddress: usdcMint,
      destinationAssociatedAccountAddress: own,
      ownerAssociatedAccountAddress: own,
      ownerTokenMintAddress: usdcMint,
      walletAddress: from,
      tokenProgram,
    });
    const [, back] = await found(from, [recover], [from.address]);
    expect(back).toEqual([from.address, usdcMint, 33n, own]);
  });

  it('no money in a failing transaction that names an address of ours', async () => {
    const [to] = await ours();
    expect(await found(signer(alice), [sol(signer(alice), to, 10n ** 17n)], [to])).toEqual([]);
  });

  it('tokens of the newer token program, by their own mint', async () => {
    const [to] = await ours();
    const from = signer(alice);
    const mint = (await localSigner('mint of Token-2022')).address;
    chain.setAccount(mintOf(mint, chain.authority.address));
    const config = { programAddress: token2022Program };
    const mintTo = getMintToInstruction(
      { mint, token: await ata(to, mint, token2022Program), mintAuthority: chain.authority, amount: 777n },
      config,
    );
    const create22 = await create(from, to, mint, token2022Program);
    expect(await found(chain.authority, [create22, mintTo], [to])).toEqual([[to, mint, 777n, null]]);
  });

  it('an address that is named through a lookup table', async () => {
    const [to] = await ours();
    const table = (await localSigner('lookup table')).address;
    chain.setAccount(lookupTable(table, to));
    const { value } = await createSolanaRpc(chain.url).getLatestBlockhash().send();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (next) => setTransactionMessageFeePayerSigner(signer(alice), next),
      (next) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { ...value, blockhash: value.blockhash as Blockhash },
          next,
        ),
      (next) => appendTransactionMessageInstruction(sol(signer(alice), to, 5_000_000n), next),
      (next) => compressTransactionMessageUsingAddressLookupTables(next, { [table]: [to] }),
    );
    const signed = await signTransactionMessageWithSigners(message);
    const wire = getBase64EncodedWireTransaction(signed);
    const config = { encoding: 'base64', skipPreflight: true };
    await call(chain.url, 'sendTransaction', [wire, config]);
    chain.mine();
    const transaction = await read(getSignatureFromTransaction(signed));
    expect(shortly(movementsIn(transaction, (key) => key === to))).toEqual([
      [to, 'SOL', 5_000_000n, alice?.address],
    ]);
  });
});

const named = (instruction: Instruction, ...references: Address[]): Instruction => ({
  ...instruction,
  accounts: [
    ...(instruction.accounts ?? []),
    ...references.map((address) => ({ address, role: AccountRole.READONLY })),
  ],
});

describe('a reference', () => {
  it('of two payments in one transaction is told by both', async () => {
    const [to, reference] = await ours();
    const second = (await localSigner('second reference')).address;
    const pays = named(sol(signer(alice), to, 3_000_000n), reference, second);
    const transaction = await read(await chain.transact(signer(alice), [pays]));
    const both = referencesIn(transaction, (key) => [reference, second].includes(key as Address));
    expect(new Set(both)).toEqual(new Set([reference, second]));
    expect(referencesIn(transaction, (key) => key === second)).toEqual([second]);
    expect(referencesIn(transaction, () => false)).toEqual([]);
  });

  it('is named by a memo that is it, and by no memo that holds it', async () => {
    const [to, reference] = await ours();
    const second = (await localSigner('second reference')).address;
    const told = async (...memos: string[]) => {
      const pays = [sol(signer(alice), to, 3_000_000n), ...memos.map(memoInstruction)];
      const transaction = await read(await chain.transact(signer(alice), pays));
      return referencesIn(transaction, (key) => [reference, second].includes(key as Address));
    };
    expect(await told(reference)).toEqual([reference]);
    expect(await told(reference, reference)).toEqual([reference]);
    expect(await told(reference, second)).toEqual([reference, second]);
    expect(await told(` ${reference}`, `${reference}\n`, `pay ${reference}`, '')).toEqual([]);
  });
});

function mintOf(address: Address, authority: Address): EncodedAccount {
  const data = new Uint8Array(82);
  data.set([1], 0);
  data.set(getAddressEncoder().encode(authority), 4);
  data.set([6, 1], 44);
  return accountOf(address, data, token2022Program);
}

function lookupTable(address: Address, entry: Address): EncodedAccount {
  const data = Buffer.alloc(88);
  data.writeUInt32LE(1, 0);
  data.writeBigUInt64LE(2n ** 64n - 1n, 4);
  data.set(getAddressEncoder().encode(entry), 56);
  return accountOf(address, new Uint8Array(data), 'AddressLookupTab1e1111111111111111111111111' as Address);
}

function accountOf(address: Address, data: Uint8Array, programAddress: Address): EncodedAccount {
  const lamports = chain.rentFor(data.length) as EncodedAccount['lamports'];
  return { address, lamports, data, executable: false, programAddress, space: BigInt(data.length) };
}

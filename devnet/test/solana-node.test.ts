import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  isSolanaError,
  type KeyPairSigner,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { findAssociatedTokenPda } from '@solana-program/token';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clockSysvar, tokenProgram, usdcMint } from '../solana/addresses.ts';
import { signInstructions } from '../solana/payments.ts';
import { type SolanaChain, startSolana } from '../solana/start-solana.ts';
import { localSigner } from '../solana/wallets.ts';

let chain: SolanaChain;
let rpc: ReturnType<typeof createSolanaRpc>;
let payer: KeyPairSigner;
let made = 0;
beforeAll(async () => {
  chain = await startSolana({ startedAt: new Date('2026-01-01T00:00:00Z') });
  rpc = createSolanaRpc(chain.url);
  payer = chain.wallets[0] as KeyPairSigner;
});
beforeEach(() => {
  chain.lag();
  chain.outage(false);
});
afterAll(() => chain?.stop());

const newAddress = async () => (await localSigner(`receiver ${++made}`)).address;
const confirmed = { commitment: 'confirmed' } as const;
const balanceAt = async (to: Address, commitment: 'processed' | 'confirmed' | 'finalized') =>
  (await rpc.getBalance(to, { commitment }).send()).value;
const transaction = (signature: string) =>
  rpc
    .getTransaction(signature as Signature, {
      ...confirmed,
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
const statusOf = async (signature: string) =>
  (await rpc.getSignatureStatuses([signature as Signature]).send()).value[0];

describe('accounts', () => {
  it('have the balance of each commitment', async () => {
    const to = await newAddress();
    await chain.pay({ token: 'SOL', to, units: 5_000_000n });
    expect(await balanceAt(to, 'processed')).toBe(5_000_000n);
    expect(await balanceAt(to, 'confirmed')).toBe(0n);
    chain.mine(1);
    expect(await balanceAt(to, 'confirmed')).toBe(5_000_000n);
    expect(await balanceAt(to, 'finalized')).toBe(0n);
    chain.mine(31);
    expect(await balanceAt(to, 'finalized')).toBe(5_000_000n);
  });

  it('are read 100 at a time, with a slice of their data', async () => {
    const owner = await newAddress();
    await chain.pay({ token: 'USDC', to: owner, units: 1_234_567n });
    chain.mine();
    const [account] = await findAssociatedTokenPda({ owner, mint: usdcMint, tokenProgram });
    const slice = { ...confirmed, encoding: 'base64', dataSlice: { offset: 64, length: 8 } } as const;
    const { value, context } = await rpc.getMultipleAccounts([account, owner], slice).send();
    expect(value[1]).toBeNull();
    expect(Buffer.from(value[0]?.data[0] ?? '', 'base64').readBigUInt64LE()).toBe(1_234_567n);
    expect(value[0]).toMatchObject({ owner: tokenProgram, space: 165n });
    expect(Number(context.slot)).toBe(chain.slot() - 1);
    await expect(rpc.getMultipleAccounts(Array(101).fill(owner), slice).send()).rejects.toThrow('max 100');
    const parsed = await rpc.getAccountInfo(account, { ...confirmed, encoding: 'jsonParsed' }).send();
    expect(parsed.value?.data).toMatchObject({ parsed: { info: { tokenAmount: { amount: '1234567' } } } });
  });

  it('include the clock of the block that answers', async () => {
    const { value, context } = await rpc
      .getAccountInfo(clockSysvar, { ...confirmed, encoding: 'base64' })
      .send();
    const data = Buffer.from(value?.data[0] ?? '', 'base64');
    expect(data.readBigUInt64LE()).toBe(context.slot);
    expect(data.readBigInt64LE(32)).toBe(await rpc.getBlockTime(context.slot).send());
  });

  it('cost rent, and what is below it is refused before it is sent', async () => {
    const rent = await rpc.getMinimumBalanceForRentExemption(0n).send();
    expect(rent).toBe(128n * 5080n);
    const to = await newAddress();
    const transfer = getTransferSolInstruction({ source: payer, destination: to, amount: rent - 1n });
    await expect(send([transfer])).rejects.toThrow(/simulation failed|insufficient funds for rent/i);
  });
});

async function send(instructions: Parameters<typeof signInstructions>[1], skipPreflight = false) {
  const { value } = await rpc.getLatestBlockhash(confirmed).send();
  const { wire, signature } = await signInstructions(payer, instructions, value.blockhash);
  const sent = await rpc
    .sendTransaction(wire as Base64EncodedWireTransaction, {
      encoding: 'base64',
      skipPreflight,
      preflightCommitment: 'confirmed',
    })
    .send();
  expect(sent).toBe(signature);
  return signature;
}

describe('transactions', () => {
  it('show balances before and after, of SOL and of tokens', async () => {
    const to = await newAddress();
    const { keys, meta } = await paid(await chain.pay({ token: 'USDC', to, units: 7_000_000n }));
    expect(meta.preTokenBalances?.some(({ owner }) => owner === to)).toBe(false);
    const token = meta.postTokenBalances?.find(({ owner }) => owner === to);
    expect(token).toMatchObject({ mint: usdcMint, programId: tokenProgram });
    expect(token?.uiTokenAmount).toMatchObject({ amount: '7000000', decimals: 6, uiAmountString: '7' });
    const spent = (meta.preBalances[0] ?? 0n) - (meta.postBalances[0] ?? 0n);
    expect(keys[0]).toBe(payer.address);
    expect(meta.fee).toBe(5000n);
    expect(spent).toBe(5000n + chain.rentFor(165));
    expect(meta.innerInstructions?.length).toBe(1);
    chain.mine();
  });

  async function paid(signature: string) {
    chain.mine();
    const found = await transaction(signature);
    if (!found?.meta) throw new Error('not found');
    return { keys: found.transaction.message.accountKeys, meta: found.meta, slot: found.slot };
  }

  it('wait for a block, and are then processed, confirmed and finalized', async () => {
    const to = await newAddress();
    const transfer = getTransferSolInstruction({ source: payer, destination: to, amount: 2_000_000n });
    const signature = await send([transfer]);
    expect(await statusOf(signature)).toBeNull();
    chain.mine();
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'processed', err: null });
    chain.mine();
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1n });
    chain.mine(31);
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
  });

  it('that fail are in a block, take their fee and change nothing else', async () => {
    const to = await newAddress();
    const transfer = getTransferSolInstruction({ source: payer, destination: to, amount: 10n ** 17n });
    const signature = await send([transfer], true);
    chain.mine();
    const { meta } = await paid(signature);
    expect(meta.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    expect((meta.preBalances[0] ?? 0n) - (meta.postBalances[0] ?? 0n)).toBe(meta.fee);
    expect(await balanceAt(to, 'processed')).toBe(0n);
    const [entry] = await rpc.getSignaturesForAddress(to, confirmed).send();
    expect(entry).toMatchObject({ signature, err: { InstructionError: [0n, { Custom: 1n }] } });
  });

  it('are listed for each address they name, newest first, in pages', async () => {
    const to = await newAddress();
    const signatures: string[] = [];
    for (const units of [1n, 2n, 3n])
      signatures.push(await chain.pay({ token: 'SOL', to, units: units * 1_000_000n }));
    chain.mine();
    const list = async (config: object) =>
      (await rpc.getSignaturesForAddress(to, { ...confirmed, ...config }).send()).map(
        ({ signature }) => signature as string,
      );
    const [first, second, third] = signatures;
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ limit: 1 })).toEqual([third]);
    expect(await list({ before: third, limit: 1 })).toEqual([second]);
    expect(await list({ until: first })).toEqual([third, second]);
    expect(await list({ commitment: 'finalized' })).toEqual([]);
  });

  it('are refused with a blockhash that is too old, and when they are known already', async () => {
    const to = await newAddress();
    const transfer = getTransferSolInstruction({ source: payer, destination: to, amount: 3_000_000n });
    const { value } = await rpc.getLatestBlockhash(confirmed).send();
    const { wire } = await signInstructions(payer, [transfer], value.blockhash);
    const post = () =>
      rpc
        .sendTransaction(wire as Base64EncodedWireTransaction, {
          encoding: 'base64',
          preflightCommitment: 'confirmed',
        })
        .send();
    await post();
    chain.mine();
    await expect(post()).rejects.toThrow();
    chain.mine(151);
    expect((await rpc.isBlockhashValid(value.blockhash, confirmed).send()).value).toBe(false);
    const { wire: late } = await signInstructions(
      payer,
      [getTransferSolInstruction({ source: payer, destination: to, amount: 4_000_000n })],
      value.blockhash,
    );
    await expect(
      rpc.sendTransaction(late as Base64EncodedWireTransaction, { encoding: 'base64' }).send(),
    ).rejects.toThrow();
    expect(await balanceAt(to, 'processed')).toBe(3_000_000n);
  });
});

describe('forks and nodes', () => {
  it('that drop blocks take their transactions back, and may include them again', async () => {
    const [lost, kept] = [await newAddress(), await newAddress()];
    const lostSignature = await chain.pay({ token: 'USDC', to: lost, units: 5n });
    const keptSignature = await chain.pay({ token: 'SOL', to: kept, units: 5_000_000n });
    chain.mine();
    const before = await statusOf(keptSignature);
    chain.fork(3, [keptSignature]);
    chain.mine();
    expect(await statusOf(lostSignature)).toBeNull();
    expect(await transaction(lostSignature)).toBeNull();
    const [account] = await findAssociatedTokenPda({ owner: lost, mint: usdcMint, tokenProgram });
    expect((await rpc.getAccountInfo(account, { ...confirmed, encoding: 'base64' }).send()).value).toBeNull();
    const after = await statusOf(keptSignature);
    expect(Number(after?.slot)).toBeGreaterThan(Number(before?.slot));
    expect(await balanceAt(kept, 'confirmed')).toBe(5_000_000n);
  });

  it('never give up a finalized block', () => {
    expect(() => chain.fork(32)).toThrow('finalized');
  });

  it('that lag answer from older blocks, and say so when asked for a newer one', async () => {
    const to = await newAddress();
    await chain.pay({ token: 'SOL', to, units: 5_000_000n });
    chain.mine();
    const slot = await rpc.getSlot(confirmed).send();
    chain.lag(0, 5);
    expect(await balanceAt(to, 'confirmed')).toBe(5_000_000n);
    expect(await balanceAt(to, 'confirmed')).toBe(0n);
    chain.lag(5);
    const asked = rpc.getBalance(to, { ...confirmed, minContextSlot: slot }).send();
    const error = await asked.catch((caught: unknown) => caught);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)).toBe(
      true,
    );
  });

  it('tell heights, epochs and versions as real ones do', async () => {
    const { absoluteSlot, blockHeight } = await rpc.getEpochInfo(confirmed).send();
    expect(await rpc.getSlot(confirmed).send()).toBe(absoluteSlot);
    expect(await rpc.getBlockHeight(confirmed).send()).toBe(blockHeight);
    expect(blockHeight).toBeLessThan(absoluteSlot);
    expect(await rpc.getGenesisHash().send()).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    await expect(rpc.getBalance('not an address' as Address).send()).rejects.toThrow();
    const to = address(payer.address);
    chain.outage('500');
    await expect(rpc.getBalance(to).send()).rejects.toThrow('500');
  });
});

import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  type Nonce,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import {
  getRequestHeapFrameInstruction,
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getApproveInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { beforeAll, describe, expect, it } from 'vitest';
import { feeOf, objectionTo, type PaymentTerms, unitsOf } from './signed-payment.ts';
import { readSigned } from './signed-transaction.ts';
import { solanaChain } from './solana-chain.ts';
import { tokenAccountOf } from './token-account.ts';

let payer: KeyPairSigner;
let other: KeyPairSigner;
let ours: { feePayer: KeyPairSigner; treasury: KeyPairSigner; reference: KeyPairSigner };
let terms: PaymentTerms;
let [source, destination, foreign]: Address[] = [];

const mint = address(solanaChain.usdcMint);
const [memoProgram, oldMemoProgram] = solanaChain.memoPrograms;
const blockhash = { blockhash: mint as string as Blockhash, lastValidBlockHeight: 1n };

beforeAll(async () => {
  const keys = () => generateKeyPairSigner();
  [payer, other] = [await keys(), await keys()];
  ours = { feePayer: await keys(), treasury: await keys(), reference: await keys() };
  const ata = async (owner: KeyPairSigner) => address(await tokenAccountOf(owner.address, mint));
  [source, destination, foreign] = [await ata(payer), await ata(ours.treasury), await ata(other)];
  terms = {
    feePayer: ours.feePayer.address,
    treasury: ours.treasury.address,
    mint,
    decimals: 6,
    units: 10_000_000n,
    reference: ours.reference.address,
  };
});

const at = (one: Address | undefined) => one as Address;
const limit = (units = 20_000) => getSetComputeUnitLimitInstruction({ units });
const price = (microLamports = 1n) => getSetComputeUnitPriceInstruction({ microLamports });
const memo = (text: string = terms.reference, program: string = memoProgram): Instruction => ({
  programAddress: address(program),
  data: new Uint8Array(Buffer.from(text)),
});
type Transfer = Partial<Parameters<typeof getTransferCheckedInstruction>[0]>;
const transfer = (change: Transfer = {}, program: string = solanaChain.tokenProgram): Instruction =>
  getTransferCheckedInstruction(
    {
      ...{ source: at(source), mint, destination: at(destination), authority: payer },
      ...{ amount: terms.units, decimals: 6, ...change },
    },
    { programAddress: address(program) },
  );
const usual = () => [limit(), price(), transfer(), memo()];
const withAccount = (one: Instruction, who: string, role = AccountRole.READONLY): Instruction => ({
  ...one,
  accounts: [...(one.accounts ?? []), { address: address(who), role }],
});
const written = (one: Instruction, place: number): Instruction => ({
  ...one,
  accounts: (one.accounts ?? []).map((account, index) =>
    index === place ? { ...account, role: account.role | AccountRole.WRITABLE } : account,
  ) as NonNullable<Instruction['accounts']>,
});

type Message = Parameters<typeof partiallySignTransactionMessageWithSigners>[0];

const sign = async (message: Message) =>
  getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message));

function messageOf(instructions: readonly Instruction[], feePayer: string = terms.feePayer) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(address(feePayer), one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(blockhash, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  );
}

const signed = (instructions: readonly Instruction[], feePayer?: string) =>
  sign(messageOf(instructions, feePayer));

async function judge(wire: string) {
  const found = await readSigned(wire);
  return found ? objectionTo(found, terms) : 'unreadable';
}

const bytesOf = async (change: (bytes: Buffer) => Buffer) =>
  change(Buffer.from(await signed(usual()), 'base64')).toString('base64');

describe('a signed payment', () => {
  it('that is what was offered gets the signature, and says what it moves and costs', async () => {
    const wire = await signed(usual());
    expect(await judge(wire)).toBeNull();
    const found = await readSigned(wire);
    if (!found) throw new Error('it cannot be read');
    expect([found.from, unitsOf(found), feeOf(found)]).toEqual([payer.address, terms.units, 10_001n]);
  });

  it('counts in the older form of messages, too', async () => {
    const message = pipe(
      createTransactionMessage({ version: 'legacy' }),
      (one) => setTransactionMessageFeePayer(address(terms.feePayer), one),
      (one) => setTransactionMessageLifetimeUsingBlockhash(blockhash, one),
      (one) => appendTransactionMessageInstructions(usual(), one),
    );
    expect(await judge(await sign(message))).toBeNull();
  });

  it('is the same one whatever stands where the fee payer signs', async () => {
    const wire = await signed(usual());
    const scrawled = Buffer.from(wire, 'base64');
    scrawled.fill(7, 1, 65);
    expect((await readSigned(scrawled.toString('base64')))?.wire).toBe((await readSigned(wire))?.wire);
  });
});

describe('nothing else gets the signature', () => {
  const approval = () =>
    getApproveInstruction({ source: at(source), delegate: other.address, owner: payer, amount: 1n });
  const ofFeePayer = () => createNoopSigner(ours.feePayer.address);
  const cases: [string, string, () => readonly Instruction[]][] = [
    ['nothing', 'UNEXPECTED_TRANSACTION', () => []],
    [
      'a transfer of SOL from the fee payer',
      'UNEXPECTED_TRANSACTION',
      () => [
        ...usual(),
        getTransferSolInstruction({ source: ofFeePayer(), destination: other.address, amount: 1n }),
      ],
    ],
    [
      'a transfer of SOL in place of the memo',
      'UNEXPECTED_TRANSACTION',
      () => [
        limit(),
        price(),
        transfer(),
        getTransferSolInstruction({ source: payer, destination: other.address, amount: 1n }),
      ],
    ],
    [
      'the fee payer as the authority',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer({ authority: ofFeePayer() }), memo()],
    ],
    [
      'the fee payer as the source',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer({ source: address(terms.feePayer) }), memo()],
    ],
    [
      'the fee payer as one more signer of the transfer',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), withAccount(transfer(), terms.feePayer, AccountRole.READONLY_SIGNER), memo()],
    ],
    [
      'the fee payer in the memo',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer(), withAccount(memo(), terms.feePayer)],
    ],
    [
      "somebody else's account as the source, as a delegate has it",
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer({ source: at(foreign) }), memo()],
    ],
    [
      'a second signer',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer(), withAccount(memo(), other.address, AccountRole.READONLY_SIGNER)],
    ],
    [
      'one more account',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), withAccount(transfer(), terms.reference), memo()],
    ],
    [
      'one more account at the compute limit',
      'UNEXPECTED_TRANSACTION',
      () => [withAccount(limit(), other.address), price(), transfer(), memo()],
    ],
    [
      'a payer that is written',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), written(transfer(), 3), memo()],
    ],
    [
      'a mint that is written',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), written(transfer(), 1), memo()],
    ],
    ['a second transfer', 'UNEXPECTED_TRANSACTION', () => [...usual(), transfer()]],
    [
      'a second transfer instead of the memo',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer(), transfer()],
    ],
    ['two memos', 'UNEXPECTED_TRANSACTION', () => [...usual(), memo('for two')]],
    ['no memo', 'UNEXPECTED_TRANSACTION', () => [limit(), price(), transfer()]],
    [
      'the older memo program',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer(), memo(terms.reference, oldMemoProgram)],
    ],
    ['another order', 'UNEXPECTED_TRANSACTION', () => [price(), limit(), transfer(), memo()]],
    ['the memo first', 'UNEXPECTED_TRANSACTION', () => [memo(), limit(), price(), transfer()]],
    ['no compute limit', 'UNEXPECTED_TRANSACTION', () => [price(), transfer(), memo()]],
    ['two limits', 'UNEXPECTED_TRANSACTION', () => [limit(), limit(), transfer(), memo()]],
    [
      'a larger heap',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), getRequestHeapFrameInstruction({ bytes: 65_536 }), transfer(), memo()],
    ],
    [
      'a transfer that is not checked',
      'UNEXPECTED_TRANSACTION',
      () => [
        limit(),
        price(),
        withAccount(
          getTransferInstruction({
            source: at(source),
            destination: at(destination),
            authority: payer,
            amount: terms.units,
          }),
          mint,
        ),
        memo(),
      ],
    ],
    [
      'an account that is closed',
      'UNEXPECTED_TRANSACTION',
      () => [
        limit(),
        price(),
        withAccount(
          getCloseAccountInstruction({ account: at(source), destination: at(destination), owner: payer }),
          mint,
        ),
        memo(),
      ],
    ],
    [
      'a delegate that is approved',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), withAccount(approval(), mint), memo()],
    ],
    [
      'another authority that is set',
      'UNEXPECTED_TRANSACTION',
      () => [
        ...usual(),
        getSetAuthorityInstruction({
          owned: at(source),
          owner: payer,
          authorityType: 2,
          newAuthority: other.address,
        }),
      ],
    ],
    [
      'an account whose rent the fee payer pays',
      'UNEXPECTED_TRANSACTION',
      () => [
        limit(),
        price(),
        getCreateAssociatedTokenIdempotentInstruction({
          payer: ofFeePayer(),
          owner: other.address,
          mint,
          ata: at(foreign),
        }),
        transfer(),
        memo(),
      ],
    ],
    [
      'the newer token program',
      'UNEXPECTED_TRANSACTION',
      () => [limit(), price(), transfer({}, solanaChain.token2022Program), memo()],
    ],
    [
      'trailing bytes in the transfer',
      'UNEXPECTED_TRANSACTION',
      () => [
        limit(),
        price(),
        { ...transfer(), data: new Uint8Array([...(transfer().data ?? []), 0]) },
        memo(),
      ],
    ],
    ['another mint', 'WRONG_TOKEN', () => [limit(), price(), transfer({ mint: other.address }), memo()]],
    ['other decimals', 'WRONG_TOKEN', () => [limit(), price(), transfer({ decimals: 9 }), memo()]],
    [
      'another receiver',
      'WRONG_RECIPIENT',
      () => [limit(), price(), transfer({ destination: at(foreign) }), memo()],
    ],
    [
      "the treasury's address in place of its token account",
      'WRONG_RECIPIENT',
      () => [limit(), price(), transfer({ destination: address(terms.treasury) }), memo()],
    ],
    [
      'the reference of another payment',
      'WRONG_RECIPIENT',
      () => [limit(), price(), transfer(), memo(other.address)],
    ],
    [
      'a memo that says more',
      'WRONG_RECIPIENT',
      () => [limit(), price(), transfer(), memo(`${terms.reference} `)],
    ],
    ['less', 'WRONG_AMOUNT', () => [limit(), price(), transfer({ amount: terms.units - 1n }), memo()]],
    ['more', 'WRONG_AMOUNT', () => [limit(), price(), transfer({ amount: terms.units + 1n }), memo()]],
    [
      'a huge price for its computing',
      'TOO_MUCH_GAS',
      () => [limit(), price(2n ** 64n - 1n), transfer(), memo()],
    ],
    ['a price above the ceiling', 'TOO_MUCH_GAS', () => [limit(), price(200_001n), transfer(), memo()]],
    ['a limit above the ceiling', 'TOO_MUCH_GAS', () => [limit(1_400_000), price(), transfer(), memo()]],
  ];
  it.each(cases)('%s: %s', async (_name, objection, instructions) => {
    expect(await judge(await signed(instructions()))).toBe(objection);
  });

  it('a durable nonce, which would let it wait for ever', async () => {
    const nonce = {
      nonce: mint as string as Nonce,
      nonceAccountAddress: other.address,
      nonceAuthorityAddress: payer.address,
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayer(address(terms.feePayer), one),
      (one) => setTransactionMessageLifetimeUsingDurableNonce(nonce, one),
      (one) => appendTransactionMessageInstructions(usual(), one),
    );
    expect(await judge(await sign(message))).toBe('UNEXPECTED_TRANSACTION');
  });

  it('accounts from a lookup table', async () => {
    const tables = { [other.address]: [at(destination), mint] };
    const message = compressTransactionMessageUsingAddressLookupTables(messageOf(usual()), tables);
    expect(await judge(await sign(message))).toBe('UNEXPECTED_TRANSACTION');
  });

  it.each([
    ['another fee payer', () => other.address],
    ['the payer as the fee payer', () => payer.address],
    ['the treasury as the fee payer', () => ours.treasury.address],
  ])('%s', async (_name, feePayer) => {
    expect(await judge(await signed(usual(), feePayer()))).toBe('UNEXPECTED_TRANSACTION');
  });

  it('what the payer did not sign, or signed otherwise', async () => {
    const noop = createNoopSigner(payer.address);
    const unsigned = await signed([limit(), price(), transfer({ authority: noop }), memo()]);
    expect(await judge(unsigned)).toBe('INVALID_SIGNATURE');
    const changed = await bytesOf((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(70) ^ 1, 70);
      return bytes;
    });
    expect(await judge(changed)).toBe('INVALID_SIGNATURE');
    // Another blockhash, which follows the eight accounts.
    const moved = await bytesOf((bytes) => {
      const place = 134 + 8 * 32;
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
      return bytes;
    });
    expect(await judge(moved)).toBe('INVALID_SIGNATURE');
  });

  it.each([
    ['trailing bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['too few bytes', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['no bytes', () => Buffer.alloc(0)],
    ['no signatures', (bytes: Buffer) => Buffer.concat([Buffer.from([0]), bytes.subarray(129)])],
    [
      'one more signature',
      (bytes: Buffer) => Buffer.concat([Buffer.from([3]), bytes.subarray(1, 65), bytes.subarray(1)]),
    ],
    [
      'a number in a longer form',
      (bytes: Buffer) => Buffer.concat([Buffer.from([0x82, 0]), bytes.subarray(1)]),
    ],
    [
      'a version that is not known',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, place) => (place === 129 ? 0x82 : byte))),
    ],
    ['more than a block takes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1232)])],
  ])('%s', async (_name, change) => {
    expect(await judge(await bytesOf(change))).toBe('unreadable');
  });

  it('the same account twice', async () => {
    const twice = await bytesOf((bytes) => {
      // Version, header, and the number of accounts come before the first two, which sign.
      bytes.copy(bytes, 134 + 32, 134, 134 + 32);
      return bytes;
    });
    expect(['unreadable', 'UNEXPECTED_TRANSACTION']).toContain(await judge(twice));
  });

  it('a text that is no base64, or in another form of it', async () => {
    const wire = await signed(usual());
    for (const text of ['', 'hello world', `${wire}\n`, wire.replaceAll('=', ''), `${wire}====`])
      if (text !== wire) expect(await judge(text)).toBe('unreadable');
  });
});

import {
  type Base64EncodedWireTransaction,
  createAddressWithSeed,
  createSolanaRpc,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  fetchNonce,
  getAdvanceNonceAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInstructions } from '../solana/payments.ts';
import { type SolanaChain, startSolana } from '../solana/start-solana.ts';
import { localSigner } from '../solana/wallets.ts';

let chain: SolanaChain;
let payer: KeyPairSigner;
let nonceAccount: Awaited<ReturnType<typeof createAddressWithSeed>>;
beforeAll(async () => {
  chain = await startSolana();
  payer = chain.wallets[0] as KeyPairSigner;
  const seed = 'nonce';
  const base = payer.address;
  const programAddress = SYSTEM_PROGRAM_ADDRESS;
  nonceAccount = await createAddressWithSeed({ baseAddress: base, programAddress, seed });
  const account = { payer, newAccount: nonceAccount, base, seed, programAddress };
  await chain.transact(payer, [
    getCreateAccountWithSeedInstruction({ ...account, amount: chain.rentFor(80), space: 80 }),
    getInitializeNonceAccountInstruction({ nonceAccount, nonceAuthority: base }),
  ]);
  chain.mine(2);
});
afterAll(() => chain?.stop());

const readNonce = async () =>
  (await fetchNonce(createSolanaRpc(chain.url), nonceAccount, { commitment: 'processed' })).data.blockhash;

/** Signs with the nonce of now. */
async function sign(...rest: Instruction[]) {
  const advance = getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: payer });
  return signInstructions(payer, [advance, ...rest], await readNonce());
}

async function send(wire: string): Promise<void> {
  const config = { encoding: 'base64', skipPreflight: true } as const;
  await createSolanaRpc(chain.url)
    .sendTransaction(wire as Base64EncodedWireTransaction, config)
    .send();
  chain.mine();
}

it('a transaction with a durable nonce lands however old it is, and once', async () => {
  const to = (await localSigner('nonce receiver')).address;
  const transfer = getTransferSolInstruction({ source: payer, destination: to, amount: 2_000_000n });
  const [first, second] = [await sign(transfer), await sign(transfer, transfer)];
  chain.mine(200);
  await send(first.wire);
  await send(second.wire);
  const { value } = await createSolanaRpc(chain.url).getBalance(to, { commitment: 'processed' }).send();
  expect(value).toBe(2_000_000n);
});

it('a transaction that fails moves its nonce on too, and a fork takes that back', async () => {
  const before = await readNonce();
  const tooMuch = getTransferSolInstruction({
    source: payer,
    destination: payer.address,
    amount: 10n ** 18n,
  });
  await send((await sign(tooMuch)).wire);
  expect(await readNonce()).not.toBe(before);
  chain.fork(1);
  expect(await readNonce()).toBe(before);
});

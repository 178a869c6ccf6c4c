import {
  type Address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type RpcSubscriptions,
  type Signature,
  type SolanaRpcApi,
  type SolanaRpcSubscriptionsApi,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../solana/start-solana.ts';
import { localSigner } from '../solana/wallets.ts';

let chain: SolanaChain;
let payer: KeyPairSigner;
let rpc: Rpc<SolanaRpcApi>;
let subscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
const ending = new AbortController();
const abortSignal = ending.signal;
beforeAll(async () => {
  chain = await startSolana();
  payer = chain.wallets[0] as KeyPairSigner;
  rpc = createSolanaRpc(chain.url);
  subscriptions = createSolanaRpcSubscriptions(chain.url.replace('http', 'ws'));
});
afterAll(async () => {
  ending.abort();
  await chain?.stop();
});

let made = 0;
const newAddress = async (): Promise<Address> => (await localSigner(`subscriber ${++made}`)).address;

/** The next thing that a subscription tells. */
async function next<T>(notifications: AsyncIterator<T>): Promise<T> {
  const { value, done } = await notifications.next();
  if (done) throw new Error('the subscription ended');
  return value;
}
const iterate = <T>(notifications: AsyncIterable<T>) => notifications[Symbol.asyncIterator]();

async function transferTo(to: Address, amount: bigint) {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(value, one),
    (one) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: payer, destination: to, amount }),
        one,
      ),
  );
  const signed = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(signed);
  return signed;
}

it('kit’s own way of sending and confirming a transaction works', async () => {
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions });
  const to = await newAddress();
  const signed = await transferTo(to, 2_000_000n);
  const mining = setInterval(() => chain.mine(), 20);
  await sendAndConfirm(signed, { commitment: 'confirmed', abortSignal }).finally(() => clearInterval(mining));
  expect((await rpc.getBalance(to, { commitment: 'confirmed' }).send()).value).toBe(2_000_000n);
  const [status] = (await rpc.getSignatureStatuses([getSignatureFromTransaction(signed)]).send()).value;
  expect(status?.err).toBeNull();
});

it('kit finds out that a transaction expired', async () => {
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions });
  const signed = await transferTo(await newAddress(), 2_000_000n);
  chain.mine(150);
  const mining = setInterval(() => chain.mine(), 20);
  const sent = sendAndConfirm(signed, { commitment: 'confirmed', skipPreflight: true, abortSignal });
  await expect(sent.finally(() => clearInterval(mining))).rejects.toThrow(/past the last block/);
});

it('each slot is told, with its parent and the newest root', async () => {
  const slots = iterate(await subscriptions.slotNotifications().subscribe({ abortSignal }));
  const before = BigInt(chain.slot());
  chain.mine(2);
  const [first, second] = [await next(slots), await next(slots)];
  expect([first.slot, second.slot]).toEqual([before + 1n, before + 2n]);
  expect(second.parent).toBe(first.slot);
  expect(first.root).toBe(before + 1n - 32n);
});

it('a signature is told once it reaches its commitment, with its error, and not again', async () => {
  const to = await newAddress();
  const ask = async (signature: Signature, commitment: 'confirmed' | 'finalized') =>
    iterate(await subscriptions.signatureNotifications(signature, { commitment }).subscribe({ abortSignal }));
  const signature = (await chain.pay({ token: 'SOL', to, units: 10n ** 17n })) as Signature;
  const [confirmed, finalized] = [await ask(signature, 'confirmed'), await ask(signature, 'finalized')];
  chain.mine();
  const told = await next(confirmed);
  expect(told.value).toEqual({ err: { InstructionError: [0n, { Custom: 1n }] } });
  const slot = BigInt(chain.slot());
  expect(told.context.slot).toBe(slot - 1n);
  chain.mine(40);
  expect((await next(finalized)).context.slot).toBe(slot + 31n - 32n);
});

it('an account is told when it changes at the commitment, and a fork that takes the change back is told too', async () => {
  const to = await newAddress();
  const config = { commitment: 'processed', encoding: 'base64' } as const;
  const changes = iterate(await subscriptions.accountNotifications(to, config).subscribe({ abortSignal }));
  chain.mine();
  await chain.pay({ token: 'SOL', to, units: 5_000_000n });
  const { value, context } = await next(changes);
  expect(value).toMatchObject({ lamports: 5_000_000n, data: ['', 'base64'] });
  expect(context.slot).toBe(BigInt(chain.slot()));
  chain.fork(1);
  expect((await next(changes)).value.lamports).toBe(0n);
});

it('who has unsubscribed hears nothing more', async () => {
  const leaving = new AbortController();
  const to = await newAddress();
  const changes = await subscriptions
    .accountNotifications(to, { commitment: 'processed' })
    .subscribe({ abortSignal: leaving.signal });
  const before = chain.calls.get('accountUnsubscribe') ?? 0;
  leaving.abort();
  await expect.poll(() => chain.calls.get('accountUnsubscribe')).toBe(before + 1);
  await chain.pay({ token: 'SOL', to, units: 5_000_000n });
  for await (const _change of changes) throw new Error('told after the end');
});

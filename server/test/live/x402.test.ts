import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smartWallet, smartWalletAbi, tokenAbi } from '../../../devnet/evm/contracts.ts';
import { wallets } from '../../../devnet/evm/wallets.ts';
import { type Authorization, authorizationCall } from '../../src/chains/evm/authorization.ts';
import { until } from '../support/process.ts';
import { type LiveService, startLiveService } from './live-service.ts';
import { fromBase64, newPayer, payloadOf, signWay, toBase64, type Way } from './signing.ts';
import { usdcBalance } from './usdc-balance.ts';

let live: LiveService<'base'>;
let payer: PrivateKeyAccount;
let mining: NodeJS.Timeout;
let isMining = true;
beforeAll(async () => {
  live = await startLiveService('base');
  payer = await newPayer(live);
  mining = setInterval(() => {
    if (isMining) void live.chains.mine('base');
  }, 300);
  await until(() => live.ctx.liveChains.settling('base') !== null, 60_000);
});
afterAll(async () => {
  clearInterval(mining);
  await live?.stop();
});
beforeEach(() => {
  isMining = true;
});

async function newPayment(body: object = {}): Promise<{ id: string; url: string }> {
  const made = await live.call('POST', '/payments', {
    key: live.liveKey,
    body: { amount: '10.00', currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'], ...body },
  });
  if (made.status !== 201) throw new Error(made.text);
  const id: string = made.json.data.payment_id;
  return { id, url: `${live.url}/checkout/${id}` };
}

async function wayOf(url: string): Promise<Way> {
  const reply = await fetch(url);
  expect(reply.status).toBe(402);
  return fromBase64(reply.headers.get('payment-required')).accepts[0];
}

const give = (url: string, way: object, signed: Authorization) =>
  fetch(url, { headers: { 'payment-signature': toBase64(payloadOf(way, signed)) } });

async function refused(reply: Response): Promise<{ reason: string; error: string }> {
  expect(reply.status).toBe(402);
  const { error } = fromBase64(reply.headers.get('payment-required'));
  expect(fromBase64(reply.headers.get('payment-response'))).toMatchObject({
    success: false,
    errorReason: error,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the body's shape is what the test is about
  const body: any = await reply.json();
  return { reason: body.error.details.reason, error };
}

/** Transactions of the settling key, and how many of them reverted. */
async function settlingTransactions(): Promise<{ count: number; reverted: number }> {
  const settler = live.ctx.liveChains.wallet()?.evm_settler ?? '';
  const count = Number(await live.chains.rpc('base', 'eth_getTransactionCount', [settler, 'pending']));
  const rows = await live.ctx.db<{ succeeded: boolean | null }[]>`
    select succeeded from transfer_batches where call = 'settle' and status = 'done'`;
  return { count, reverted: rows.filter(({ succeeded }) => succeeded === false).length };
}

async function transferOf(id: string) {
  const rows = await live.ctx.db`
    select status, failure_reason, tx_hash from transfers where kind = 'authorization' and source = ${id} order by created_at`;
  return rows.at(-1);
}

/** A stranger sends a transaction to USDC. */
const transact = (data: Hex) =>
  live.chains
    .on('base')
    .transact({ to: live.chains.tokens.base.USDC, data }, { from: wallets[7], mine: true });

describe('a program opens a checkout', () => {
  it('gets 402 with the ways to pay, and people get the page', async () => {
    const { url } = await newPayment({ description: 'One report' });
    const reply = await fetch(url);
    expect(reply.status).toBe(402);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const required = fromBase64(reply.headers.get('payment-required'));
    expect(required).toMatchObject({
      x402Version: 2,
      resource: { url: expect.stringContaining('/checkout/pay_'), description: 'One report' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '10000000',
          asset: live.chains.tokens.base.USDC,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    });
    expect(await reply.json()).toMatchObject({
      success: false,
      error: { code: 'PAYMENT_REQUIRED', status: 402 },
    });
    const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it('the API tells a merchant where it can be paid so, and why not', async () => {
    const optionsOf = async (id: string, key = live.liveKey) => {
      const { status, json } = await live.call('GET', `/payments/${id}/deposits`, { key });
      expect(status).toBe(200);
      return json.data;
    };
    const { id } = await newPayment({ accepted_tokens: ['USDC', 'ETH'] });
    const option = (token: string, problem: string | null) => ({
      ...{ chain: 'base', token, by_signature: problem === null, signature_problem: problem },
    });
    expect(await optionsOf(id)).toEqual([option('ETH', 'TOKEN_NOT_SUPPORTED'), option('USDC', null)]);
    await live.call('POST', `/payments/${id}/cancel`, { key: live.liveKey });
    expect(await optionsOf(id)).toEqual([option('ETH', 'NOT_PAYABLE'), option('USDC', 'NOT_PAYABLE')]);
    const body = { amount: '10.00', currency: 'USD', accepted_chains: ['base'], accepted_tokens: ['USDC'] };
    const { json } = await live.call('POST', '/payments', { key: live.testKey, body });
    expect(await optionsOf(json.data.payment_id, live.testKey)).toEqual([option('USDC', 'TEST_MODE')]);
  });

  it('the unmodified reference client pays it', async () => {
    const { id, url } = await newPayment();
    const client = x402Client.fromConfig({
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
      spendControls: false,
    });
    const reply = await wrapFetchWithPayment(fetch, client)(url);
    expect(reply.status).toBe(200);
    const response = fromBase64(reply.headers.get('payment-response'));
    const payment = await live.untilStatus(id, 'completed');
    expect(response).toEqual({
      success: true,
      transaction: payment['tx_hash'],
      network: 'eip155:8453',
      payer: payer.address,
    });
    expect(payment).toMatchObject({ payer_address: payer.address, token: 'USDC', chain: 'base' });
    await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
    // Paid: a program that asks again is told so, and has nothing to pay.
    expect((await fetch(url)).status).toBe(200);
  });

  it('spends at most one dollar unless it is told to', async () => {
    const { url } = await newPayment();
    const client = x402Client.fromConfig({
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
    });
    await expect(wrapFetchWithPayment(fetch, client)(url)).rejects.toThrow();
  });

  it('the same signature 20 times at once is one transaction, and each gets the same answer', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const signed = await signWay(payer, way);
    const before = await settlingTransactions();
    const replies = await Promise.all(Array.from({ length: 20 }, () => give(url, way, signed)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const responses = new Set(replies.map((reply) => reply.headers.get('payment-response')));
    expect(responses.size).toBe(1);
    await live.untilStatus(id, 'completed');
    await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
    const after = await settlingTransactions();
    expect(after.count - before.count).toBe(1);
    expect(after.reverted).toBe(0);
    const again = await give(url, way, signed);
    expect([again.status, again.headers.get('payment-response')]).toEqual([200, [...responses][0]]);
  });

  it('addresses count however they are written', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const signed = await signWay(payer, way);
    const inCapitals = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    const given = { ...signed, from: inCapitals(signed.from), to: inCapitals(signed.to) };
    expect((await give(url, way, given)).status).toBe(200);
    await live.untilStatus(id, 'completed');
  });

  it('a stranger sends it first: the payment completes, and we send nothing', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const signed = await signWay(payer, way);
    const before = await settlingTransactions();
    await transact(authorizationCall(signed));
    const reply = await give(url, way, signed);
    // It was seen in time, or refused as used; either way the payment has its money.
    expect([200, 402]).toContain(reply.status);
    await live.untilStatus(id, 'completed');
    expect((await settlingTransactions()).count).toBe(before.count);
  });

  it('a stranger sends it between the claim and our transaction: nothing reverts', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const signed = await signWay(payer, way);
    const before = await settlingTransactions();
    // Holds the lane back, as a worker that died after the claim.
    await live.ctx.db`update transfer_nonces set next_nonce = next_nonce where chain = 'base'`;
    const lock = await holdBack(id);
    const reply = give(url, way, signed);
    await until(async () => (await transferOf(id)) !== undefined, 30_000);
    await transact(authorizationCall(signed));
    await lock.release();
    expect((await reply).status).toBe(200);
    await live.untilStatus(id, 'completed');
    await until(async () => (await transferOf(id))?.['failure_reason'] === 'AUTHORIZATION_USED', 60_000);
    expect(await settlingTransactions()).toEqual(before);
  });
});

/** Makes every claim of authorizations due in an hour, until it is released. */
async function holdBack(paymentId: string): Promise<{ release(): Promise<void> }> {
  const { db } = live.ctx;
  await db`
    create or replace function hold_back() returns trigger language plpgsql as $$
    begin new.due_at = new.due_at + interval '1 hour'; return new; end $$`;
  await db`
    create or replace trigger hold_back before insert on transfers for each row
    when (new.kind = 'authorization') execute function hold_back()`;
  return {
    async release() {
      await db`drop trigger hold_back on transfers`;
      await db`update transfers set due_at = now() where source = ${paymentId} and status = 'waiting'`;
      live.ctx.wake.at('send-transfers', new Date());
    },
  };
}

describe('a signature is refused, with its reason, and costs no gas', () => {
  const now = () => BigInt(Math.floor(Date.now() / 1000));
  const stranger: Address = '0x00000000000000000000000000000000000000Ad';
  it.each<[string, () => Parameters<typeof signWay>[2], string]>([
    ['expired', () => ({ validBefore: now() - 10n }), 'ENDS_TOO_SOON'],
    ['about to expire', () => ({ validBefore: now() + 45n }), 'ENDS_TOO_SOON'],
    ['too early', () => ({ validAfter: now() + 600n }), 'TOO_EARLY'],
    ['of another chain', () => ({ chainId: 10 }), 'INVALID_SIGNATURE'],
    ['for less', () => ({ units: 9_999_999n }), 'WRONG_AMOUNT'],
    ['for more', () => ({ units: 10_000_001n }), 'WRONG_AMOUNT'],
    ['to another address', () => ({ to: stranger }), 'WRONG_RECIPIENT'],
    ['made up', () => ({ signature: `0x${'11'.repeat(65)}` as Hex }), 'INVALID_SIGNATURE'],
    [
      'of a wallet not deployed',
      () => ({ signature: `0x00${'6492'.repeat(16)}` as Hex }),
      'UNDEPLOYED_WALLET',
    ],
  ])('%s', async (_name, change, reason) => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const before = await settlingTransactions();
    expect(await refused(await give(url, way, await signWay(payer, way, change())))).toMatchObject({
      reason,
    });
    expect(await transferOf(id)).toBeUndefined();
    expect(await settlingTransactions()).toEqual(before);
  });

  it('for another payment', async () => {
    const [one, other] = [await newPayment(), await newPayment()];
    const signed = await signWay(payer, await wayOf(one.url));
    const way = await wayOf(other.url);
    expect((await refused(await give(other.url, way, signed))).reason).toBe('WRONG_RECIPIENT');
    // Written for this one, it is not what the payer signed.
    const forged = { ...signed, to: way.payTo };
    expect((await refused(await give(other.url, way, forged))).reason).toBe('INVALID_SIGNATURE');
  });

  it('on a network, or with a token, that is not offered', async () => {
    const { url } = await newPayment();
    const way = await wayOf(url);
    const signed = await signWay(payer, way);
    expect((await refused(await give(url, { ...way, network: 'eip155:1' }, signed))).reason).toBe(
      'NOT_OFFERED',
    );
    expect((await refused(await give(url, { ...way, asset: way.payTo }, signed))).reason).toBe('WRONG_TOKEN');
  });

  it('a header that cannot be read', async () => {
    const { url } = await newPayment();
    for (const header of [
      'x',
      toBase64({}),
      toBase64([]),
      'A'.repeat(20_000),
      toBase64({ x402Version: 1 }),
    ]) {
      const reply = await fetch(url, { headers: { 'payment-signature': header } });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
  });

  it('without the money', async () => {
    const { url } = await newPayment();
    const way = await wayOf(url);
    const poor = await newPayer(live, 9_999_999n);
    expect((await refused(await give(url, way, await signWay(poor, way)))).reason).toBe('INSUFFICIENT_FUNDS');
  });

  it('used, cancelled, or given to two payments', async () => {
    const [one, two] = [await newPayment(), await newPayment()];
    const [way, otherWay] = [await wayOf(one.url), await wayOf(two.url)];
    const signed = await signWay(payer, way);
    const twin = await signWay(payer, otherWay, { nonce: signed.nonce });
    const both = await Promise.all([give(one.url, way, signed), give(two.url, otherWay, twin)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
    const lost = both.find(({ status }) => status === 402);
    expect((await refused(lost as Response)).reason).toBe('AUTHORIZATION_USED');

    const three = await newPayment();
    const third = await wayOf(three.url);
    const cancelled = await signWay(payer, third);
    const signature = await payer.signTypedData({
      domain: { ...third.extra, chainId: 8453, verifyingContract: third.asset },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce: cancelled.nonce },
    });
    const abi = parseAbi(['function cancelAuthorization(address, bytes32, bytes)']);
    await transact(encodeFunctionData({ abi, args: [payer.address, cancelled.nonce, signature] }));
    expect((await refused(await give(three.url, third, cancelled))).reason).toBe('AUTHORIZATION_USED');
    expect((await settlingTransactions()).reverted).toBe(0);
  });

  it('by a blocked wallet', async () => {
    const { url } = await newPayment();
    const way = await wayOf(url);
    const blocked = await newPayer(live);
    const args = [blocked.address, true] as const;
    await transact(encodeFunctionData({ abi: tokenAbi, functionName: 'setBlacklisted', args }));
    expect((await refused(await give(url, way, await signWay(blocked, way)))).reason).toBe('WOULD_FAIL');
  });
});

it('a wallet that is a contract pays, once its owner signs', async () => {
  const { id, url } = await newPayment();
  const way = await wayOf(url);
  const signed = await signWay(payer, way, { from: smartWallet });
  expect((await refused(await give(url, way, signed))).reason).toBe('WOULD_FAIL');
  const data = encodeFunctionData({ abi: smartWalletAbi, functionName: 'setOwner', args: [payer.address] });
  await live.chains.on('base').transact({ to: smartWallet, data }, { from: wallets[7], mine: true });
  expect((await give(url, way, signed)).status).toBe(200);
  await live.untilStatus(id, 'completed');
});

it('the payer moves the money after the claim: nothing is sent, and another signature is taken', async () => {
  const { id, url } = await newPayment();
  const way = await wayOf(url);
  const mover = await newPayer(live, 10_000_000n);
  await live.chains.rpc('base', 'hardhat_setBalance', [mover.address, '0xde0b6b3a7640000']);
  const before = await settlingTransactions();
  const lock = await holdBack(id);
  const reply = give(url, way, await signWay(mover, way));
  await until(async () => (await transferOf(id)) !== undefined, 30_000);
  const to = '0x00000000000000000000000000000000000000Ad';
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, 10_000_000n] });
  await live.chains
    .on('base')
    .transact(
      { to: live.chains.tokens.base.USDC, data },
      { from: { account: mover, address: mover.address, privateKey: '0x' }, mine: true },
    );
  await lock.release();
  expect((await refused(await reply)).reason).toBe('WOULD_FAIL');
  expect(await transferOf(id)).toMatchObject({ status: 'failed', failure_reason: 'INSUFFICIENT_FUNDS' });
  expect(await settlingTransactions()).toEqual(before);
  expect((await give(url, way, await signWay(payer, way))).status).toBe(200);
  await live.untilStatus(id, 'completed');
});

it('a wallet spends all that it has, payment by payment, without waiting until each is final', async () => {
  const wallet = await newPayer(live, 20_000_000n);
  const [one, two] = [await newPayment(), await newPayment()];
  const [way, otherWay] = [await wayOf(one.url), await wayOf(two.url)];
  expect((await give(one.url, way, await signWay(wallet, way))).status).toBe(200);
  isMining = false;
  const second = give(two.url, otherWay, await signWay(wallet, otherWay));
  await until(async () => (await transferOf(two.id)) !== undefined, 30_000);
  isMining = true;
  expect((await second).status).toBe(200);
  await live.untilStatus(two.id, 'completed');
});

it('two signatures at once for one payment: one is sent', async () => {
  const { id, url } = await newPayment();
  const way = await wayOf(url);
  const [one, two] = [await signWay(payer, way), await signWay(payer, way)];
  const before = await settlingTransactions();
  const replies = await Promise.all([give(url, way, one), give(url, way, two)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 402]);
  await live.untilStatus(id, 'completed');
  expect((await settlingTransactions()).count - before.count).toBe(1);
  expect(await usdcBalance(live.chains, way.payTo)).toBe(10_000_000n);
});

it('a payment that ended is not taken by an old signature', async () => {
  const { id, url } = await newPayment();
  const way = await wayOf(url);
  const signed = await signWay(payer, way);
  await live.call('POST', `/payments/${id}/cancel`, { key: live.liveKey });
  expect((await refused(await give(url, way, signed))).reason).toBe('NOT_PAYABLE');
});

it('what a reorganisation took back is sent again while it is valid', async () => {
  const { id, url } = await newPayment();
  const way = await wayOf(url);
  // One block alone has it, however slow this machine is.
  isMining = false;
  const before = await settlingTransactions();
  const given = give(url, way, await signWay(payer, way));
  await until(async () => (await settlingTransactions()).count > before.count, 60_000);
  await live.chains.mine('base');
  const reply = await given;
  expect(reply.status).toBe(200);
  const { transaction } = fromBase64(reply.headers.get('payment-response'));
  // Its block and all above it are gone, and the pool has forgotten it.
  await live.chains.reorg('base', 2, {});
  await live.chains.drop('base', transaction);
  const receipt = () => live.chains.rpc('base', 'eth_getTransactionReceipt', [transaction]);
  expect(await receipt()).toBeNull();
  isMining = true;
  await live.untilStatus(id, 'completed');
  await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
  expect(await receipt()).toMatchObject({ status: '0x1' });
  expect((await settlingTransactions()).reverted).toBe(0);
});

it('gas is booked, and the ledger knows the gas of both keys', async () => {
  const [row] = await live.ctx.db<{ count: number }[]>`
    select count(*)::integer as count from transfer_batches b
    where call = 'settle' and status = 'done' and not exists (
      select from ledger_entries e where e.source = b.batch_id)`;
  expect(row?.count).toBe(0);
});

it('too small an amount is not offered, since gas would cost more than a hundredth', async () => {
  const { ctx } = live;
  const { units } = ctx.liveChains.settling('base') ?? { units: 0n };
  await ctx.db`update settlers set settle_units = ${(units * 100_000n).toString()}::numeric, units = 10::numeric ^ 30`;
  await ctx.liveChains.refresh();
  const { id, url } = await newPayment();
  const reply = await fetch(url, { headers: { accept: 'application/json' } });
  expect(reply.status).toBe(402);
  expect(fromBase64(reply.headers.get('payment-required')).accepts).toEqual([]);
  const { json } = await live.call('GET', `/payments/${id}/deposits`, { key: live.liveKey });
  expect(json.data[0]).toMatchObject({ by_signature: false, signature_problem: 'GAS_TOO_EXPENSIVE' });
});

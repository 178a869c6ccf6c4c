import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { encodeFunctionData, parseAbi } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wallets } from '../../../devnet/evm/wallets.ts';
import { type Authorization, authorizationCall } from '../../src/chains/evm/authorization.ts';
import { createKey } from '../../src/merchants/merchants.ts';
import type { CallOptions } from '../support/call.ts';
import { until } from '../support/process.ts';
import { type LiveService, startLiveService } from './live-service.ts';
import { fromBase64, newPayer, payloadOf, signWay, toBase64, type Way } from './signing.ts';
import { evmShop, startX402Server } from './x402-server.ts';

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

/** The way to pay that a server of x402 would offer for a new payment. */
async function newWay(body: object = {}): Promise<Way & { paymentId: string }> {
  const { payment_id: paymentId, address, token_amount } = await live.open('base', 'USDC', body);
  const amount = token_amount.replace('.', '');
  const asset = live.chains.tokens.base.USDC;
  const extra = { name: 'USD Coin', version: '2' };
  return { scheme: 'exact', network: 'eip155:8453', amount, asset, payTo: address, extra, paymentId };
}

type Done = 'verify' | 'settle';

const ask = (path: Done, paymentPayload: object, required: object, options: CallOptions = {}) =>
  live.call('POST', `/x402/${path}`, {
    key: live.liveKey,
    body: { x402Version: 2, paymentPayload, paymentRequirements: required },
    ...options,
  });

async function give(path: Done, way: Way, change: Parameters<typeof signWay>[2] = {}, account = payer) {
  return (await ask(path, payloadOf(way, await signWay(account, way, change)), way)).json;
}

async function sentCount(): Promise<number> {
  const settler = live.ctx.liveChains.wallet()?.evm_settler ?? '';
  return Number(await live.chains.rpc('base', 'eth_getTransactionCount', [settler, 'pending']));
}

const flows = ['authorization', 'upfront'] as const;

describe('a server with the reference implementation', () => {
  it.each(flows)(
    'is paid by the unmodified reference client, and answers once for each payment: %s',
    async (flow) => {
      const deposits = evmShop(live);
      const shop = await startX402Server(live, flow, deposits);
      const client = x402Client.fromConfig({
        schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
        spendControls: false,
      });
      let signed = '';
      const noting: typeof fetch = (input, init) => {
        const request = new Request(input, init);
        signed = request.headers.get('payment-signature') ?? signed;
        return fetch(request);
      };
      const reply = await wrapFetchWithPayment(noting, client)(shop.url);
      expect([reply.status, await reply.text()]).toEqual([200, 'the report']);
      const { accepted } = fromBase64(signed);
      const payment = await live.untilStatus(deposits.paymentAt(accepted.payTo), 'completed');
      expect(fromBase64(reply.headers.get('payment-response'))).toMatchObject({
        success: true,
        transaction: payment['tx_hash'],
        network: 'eip155:8453',
        payer: payer.address,
      });
      expect(payment).toMatchObject({ payer_address: payer.address, token: 'USDC', chain: 'base' });
      const again = await fetch(shop.url, { headers: { 'payment-signature': signed } });
      expect(again.status).toBe(402);
      const header = flow === 'upfront' ? 'payment-response' : 'payment-required';
      const { error, errorReason = error } = fromBase64(again.headers.get(header));
      expect(errorReason).toBe('duplicate_settlement');
      expect(shop.served()).toBe(1);
      await shop.stop();
    },
  );

  it.each(flows)('lets one of 20 equal requests at once through, for one transaction: %s', async (flow) => {
    const shop = await startX402Server(live, flow, evmShop(live));
    const way: Way = fromBase64((await fetch(shop.url)).headers.get('payment-required')).accepts[0];
    const header = toBase64(payloadOf(way, await signWay(payer, way)));
    const before = await sentCount();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => fetch(shop.url, { headers: { 'payment-signature': header } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shop.served()).toBe(1);
    expect((await sentCount()) - before).toBe(1);
    await shop.stop();
  });
});

describe('what is supported', () => {
  it('is each network that takes payments by signature, with the address that pays gas', async () => {
    const { status, json } = await live.call('GET', '/x402/supported', { key: live.liveKey });
    expect(status).toBe(200);
    expect(json).toEqual({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
      extensions: [],
      signers: { 'eip155:*': [live.ctx.liveChains.settling('base')?.settler] },
    });
  });

  it('is nothing with a test key', async () => {
    const { json } = await live.call('GET', '/x402/supported', { key: live.testKey });
    expect(json).toEqual({ kinds: [], extensions: [], signers: {} });
  });
});

async function newKey(kind: 'secret' | 'publishable', permissions: string[] | null): Promise<string> {
  const { ctx, merchantId } = live;
  const input = { merchantId, environment: 'live' as const, kind, allowedIps: [], permissions };
  return (await createKey(ctx, ctx.db, input)).key;
}

describe('who may ask', () => {
  it('nobody without a key, or with one that may not change payments', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    const reader = await newKey('secret', ['read']);
    const publishable = await newKey('publishable', null);
    expect((await live.call('GET', '/x402/supported', { key: reader })).status).toBe(200);
    for (const path of ['verify', 'settle'] as const) {
      expect((await ask(path, payload, way, { key: 'svc_live_x' })).status).toBe(401);
      for (const key of [reader, publishable]) {
        const { status, json } = await ask(path, payload, way, { key });
        expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
      }
    }
    const writer = await newKey('secret', ['payments.write']);
    expect((await ask('verify', payload, way, { key: writer })).json.isValid).toBe(true);
  });

  it('not another merchant, and not with a test key: its address is one of nobody', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    const other = await live.createMerchant();
    for (const key of [other.liveKey, live.testKey]) {
      const verified = (await ask('verify', payload, way, { key })).json;
      expect(verified).toMatchObject({
        isValid: false,
        invalidReason: 'invalid_exact_evm_recipient_mismatch',
      });
      const settled = (await ask('settle', payload, way, { key })).json;
      expect(settled).toMatchObject({ success: false, errorReason: 'invalid_exact_evm_recipient_mismatch' });
    }
    expect((await ask('settle', payload, way)).json.success).toBe(true);
  });
});

describe('what is refused', () => {
  const now = () => BigInt(Math.floor(Date.now() / 1000));
  const stranger = '0x00000000000000000000000000000000000000Ad' as const;
  it.each<[string, (way: Way) => { way?: Partial<Way>; signed?: Parameters<typeof signWay>[2] }, string]>([
    ['an address that is not ours', () => ({ way: { payTo: stranger } }), 'recipient_mismatch'],
    ['another recipient than is asked for', () => ({ signed: { to: stranger } }), 'recipient_mismatch'],
    ['less than the payment', () => ({ way: { amount: '9999999' } }), 'authorization_value'],
    ['more than the payment', () => ({ way: { amount: '10000001' } }), 'authorization_value'],
    ['another amount than is asked for', () => ({ signed: { units: 1n } }), 'authorization_value'],
    ['another token', (way) => ({ way: { asset: way.payTo } }), 'asset_mismatch'],
    ['another network', () => ({ way: { network: 'eip155:1' } }), 'network_mismatch'],
    ['another signer', () => ({ signed: { from: stranger } }), 'signature'],
    ['an end that is too soon', () => ({ signed: { validBefore: now() + 45n } }), 'valid_before'],
    ['a start that is to come', () => ({ signed: { validAfter: now() + 600n } }), 'valid_after'],
  ])('%s', async (_name, change, reason) => {
    const own = await newWay();
    const { way, signed } = change(own);
    const asked = { ...own, ...way };
    const before = await sentCount();
    const verified = await give('verify', asked, signed);
    expect(verified).toMatchObject({ isValid: false, invalidReason: expect.stringContaining(reason) });
    const settled = await give('settle', asked, signed);
    expect(settled).toMatchObject({
      success: false,
      errorReason: expect.stringContaining(reason),
      transaction: '',
    });
    expect(await live.get(own.paymentId)).toMatchObject({ status: 'pending' });
    expect(await sentCount()).toBe(before);
  });

  it('messages in another form', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    for (const [given, required] of [
      [{}, way],
      [payload, {}],
      [{ ...payload, x402Version: 1 }, way],
      [payload, { ...way, scheme: 'upto' }],
      [{ ...payload, payload: { transaction: 'AQ==' } }, way],
      [payload, { ...way, amount: '-1' }],
    ] as const) {
      expect((await ask('verify', given, required)).json).toMatchObject({ isValid: false });
      expect((await ask('settle', given, required)).json).toMatchObject({
        success: false,
        errorReason: 'invalid_payload',
      });
    }
    for (const body of [{}, { paymentPayload: [], paymentRequirements: way }, { paymentPayload: payload }])
      expect((await live.call('POST', '/x402/settle', { key: live.liveKey, body })).status).toBe(422);
  });

  it('a dearer resource for a signature that was given for a cheaper one', async () => {
    const way = await newWay();
    const signed = await signWay(payer, way);
    const url = `${live.url}/checkout/${way.paymentId}`;
    const paid = await fetch(url, { headers: { 'payment-signature': toBase64(payloadOf(way, signed)) } });
    expect(paid.status).toBe(200);
    const dearer = { ...way, amount: '99000000' };
    const forged = payloadOf(dearer, { ...signed, units: 99_000_000n });
    expect((await ask('verify', forged, dearer)).json.invalidReason).toContain('authorization_value');
    expect((await ask('settle', forged, dearer)).json.errorReason).toContain('authorization_value');
  });

  it('a payment that is over', async () => {
    const way = await newWay();
    await live.call('POST', `/payments/${way.paymentId}/cancel`, { key: live.liveKey });
    expect((await give('verify', way)).invalidReason).toBe('not_payable');
    expect((await give('settle', way)).errorReason).toBe('not_payable');
  });

  it('another signature beside one that is under way', async () => {
    const way = await newWay();
    expect((await give('settle', way)).success).toBe(true);
    expect((await give('verify', way)).isValid).toBe(false);
    expect((await give('settle', way)).success).toBe(false);
  });

  it('a payment that was refunded before its signature was settled', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    const url = `${live.url}/checkout/${way.paymentId}`;
    expect((await fetch(url, { headers: { 'payment-signature': toBase64(payload) } })).status).toBe(200);
    await live.untilStatus(way.paymentId, 'completed');
    expect((await ask('verify', payload, way)).json.isValid).toBe(true);
    await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id: way.paymentId } });
    expect((await ask('verify', payload, way)).json.invalidReason).toBe('not_payable');
    expect((await ask('settle', payload, way)).json.errorReason).toBe('not_payable');
  });
});

describe('answers', () => {
  it('of success are given once, and repeated with the same Idempotency-Key alone', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    const headers = { 'idempotency-key': `settle ${way.paymentId}` };
    const first = await ask('settle', payload, way, { headers });
    expect(first.json).toMatchObject({ success: true, payer: payer.address });
    const second = await ask('settle', payload, way, { headers });
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const stranger = await ask('settle', payload, way);
    expect(stranger.json).toMatchObject({ success: false, errorReason: 'duplicate_settlement' });
    expect((await ask('verify', payload, way)).json.invalidReason).toBe('duplicate_settlement');
  });

  it('say that it is pending while no block has it, and the next one says success', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    isMining = false;
    let waiting = await ask('settle', payload, way);
    // A slow worker has not sent it yet.
    while (waiting.json.transaction === '') waiting = await ask('settle', payload, way);
    expect(waiting.json).toMatchObject({ success: false, errorReason: 'settlement_pending' });
    expect(waiting.json.transaction).toMatch(/^0x/);
    // The client asks for the resource again.
    expect((await ask('verify', payload, way)).json).toEqual({ isValid: true, payer: payer.address });
    isMining = true;
    const { success, transaction } = (await ask('settle', payload, way)).json;
    expect(success).toBe(true);
    // Not always the one of before: on a slow machine it was replaced by one that pays more gas.
    const payment = await live.untilStatus(way.paymentId, 'completed');
    expect(transaction).toBe(payment['tx_hash']);
  });

  it('do not change anything by verifying, however often', async () => {
    const way = await newWay();
    const payload = payloadOf(way, await signWay(payer, way));
    const before = await sentCount();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask('verify', payload, way)));
    expect(all.map(({ json }) => json.isValid)).toEqual(all.map(() => true));
    expect(await sentCount()).toBe(before);
    expect(await live.get(way.paymentId)).toMatchObject({ status: 'pending' });
  });

  it('to a signature that a stranger has sent are that it was used, and the payment has its money', async () => {
    const way = await newWay();
    const signed = await signWay(payer, way);
    const data = authorizationCall(signed);
    await live.chains
      .on('base')
      .transact({ to: live.chains.tokens.base.USDC, data }, { from: wallets[7], mine: true });
    await live.untilStatus(way.paymentId, 'completed');
    const payload = payloadOf(way, signed);
    expect((await ask('verify', payload, way)).json.isValid).toBe(false);
    expect((await ask('settle', payload, way)).json.success).toBe(false);
  });

  it('of success are given once for a payment, whichever of its signatures is shown', async () => {
    const way = await newWay();
    const ended = await claimThenEnd(way, async (transferId) => {
      await live.ctx.db`update authorizations set valid_before = 1 where transfer_id = ${transferId}`;
    });
    expect((await ended.answer).json).toMatchObject({ success: false });
    const cancelled = await claimThenEnd(way, (_, signed) => cancel(way, signed));
    const paying = payloadOf(way, await signWay(payer, way));
    const url = `${live.url}/checkout/${way.paymentId}`;
    expect((await fetch(url, { headers: { 'payment-signature': toBase64(paying) } })).status).toBe(200);
    expect((await ask('verify', ended.payload, way)).json.isValid).toBe(false);
    const given = [ended.payload, cancelled.payload, paying];
    const first = await Promise.all(given.map((payload) => ask('settle', payload, way)));
    const all = [...first, await cancelled.answer];
    expect(all.filter(({ json }) => json.success)).toHaveLength(1);
    expect(first[0]?.json).toMatchObject({ success: false });
    for (const payload of given) {
      expect((await ask('verify', payload, way)).json.isValid).toBe(false);
      expect((await ask('settle', payload, way)).json.success).toBe(false);
    }
  });
});

/** Claims a signature, has something happen to it before a worker sees it, and waits until it failed. */
async function claimThenEnd(
  way: Way & { paymentId: string },
  change: (transferId: string, signed: Authorization) => Promise<unknown>,
) {
  const signed = await signWay(payer, way);
  const payload = payloadOf(way, signed);
  const { db } = live.ctx;
  const transferOf = async () => {
    const [row] = await db<{ transfer_id: string; status: string }[]>`
      select transfer_id, t.status from authorizations a join transfers t using (transfer_id) where nonce = ${signed.nonce}`;
    return row;
  };
  const claimed = await live.withoutWorkers(async () => {
    const answer = ask('settle', payload, way);
    await until(async () => (await transferOf()) !== undefined, 30_000);
    await change((await transferOf())?.transfer_id ?? '', signed);
    return { payload, answer };
  });
  await until(async () => (await transferOf())?.status === 'failed', 60_000);
  return claimed;
}

async function cancel(way: Way, { nonce }: Authorization): Promise<void> {
  const signature = await payer.signTypedData({
    domain: { ...way.extra, chainId: 8453, verifyingContract: way.asset },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  });
  const abi = parseAbi(['function cancelAuthorization(address, bytes32, bytes)']);
  const data = encodeFunctionData({ abi, args: [payer.address, nonce, signature] });
  await live.chains
    .on('base')
    .transact({ to: live.chains.tokens.base.USDC, data }, { from: wallets[7], mine: true });
}

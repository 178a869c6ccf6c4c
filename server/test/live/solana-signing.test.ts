import type { KeyPairSigner } from '@solana/kit';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { checkSettling } from '../../src/chains/setup/check-settling.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { createLocalSolanaSigner } from '../../src/chains/wallets/solana/local-solana-signer.ts';
import { loadWallet } from '../../src/chains/wallets/wallets.ts';
import { compareSolana } from '../../src/treasury/reconciliation/reconcile-task.ts';
import { requestAuthorization } from '../../src/treasury/transfers/authorizations/authorizations.ts';
import { createSolanaSettlingLane } from '../../src/treasury/transfers/authorizations/solana/solana-settling-lane.ts';
import type { SendingLane } from '../../src/treasury/transfers/sending-lane.ts';
import { until } from '../support/process.ts';
import { type LyingNode, startLyingNode } from './lying-node.ts';
import { fromBase64, toBase64 } from './signing.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';
import { solanaShop, startX402Server } from './x402-server.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

let live: SolanaService;
let node: LyingNode;
let payer: KeyPairSigner;
let scheme: ExactSvmScheme;
let mining: NodeJS.Timeout;
beforeAll(async () => {
  live = await startSolanaService(async (url) => {
    node = await startLyingNode(url);
    return [node.url];
  });
  mining = setInterval(() => {
    live.chain.mine();
  }, 150);
  payer = await newPayer('signing payer');
  scheme = new ExactSvmScheme(payer as never, { rpcUrl: live.chain.url });
  await until(() => live.ctx.liveChains.settling('solana') !== null, 60_000);
});
afterAll(async () => {
  clearInterval(mining);
  await live?.stop();
  await node?.stop();
});

/** A wallet with USDC and no SOL. */
async function newPayer(name: string, units = 1_000_000_000n): Promise<KeyPairSigner> {
  const made = await localSigner(name);
  await live.chain.pay({ token: 'USDC', to: made.address, units });
  live.chain.mine(finalityBlocks + 1);
  return made;
}

async function newPayment(): Promise<{ id: string; url: string }> {
  const body = { amount: '10.00', currency: 'USD', accepted_chains: ['solana'], accepted_tokens: ['USDC'] };
  const made = await live.call('POST', '/payments', { key: live.liveKey, body });
  if (made.status !== 201) throw new Error(made.text);
  const id: string = made.json.data.payment_id;
  return { id, url: `${live.url}/checkout/${id}` };
}

interface Way {
  payTo: string;
  amount: string;
  asset: string;
  network: string;
  extra: { feePayer: string; memo: string };
}

async function wayOf(url: string): Promise<Way> {
  const reply = await fetch(url);
  expect(reply.status).toBe(402);
  return fromBase64(reply.headers.get('payment-required')).accepts[0];
}

/** As the reference client signs a way to pay, with changes. */
async function sign(way: Way, change: Partial<Way> = {}, by = scheme): Promise<object> {
  const { payload } = await by.createPaymentPayload(2, { ...way, ...change } as never);
  return { x402Version: 2, accepted: way, payload };
}

const give = (url: string, payload: object) =>
  fetch(url, { headers: { 'payment-signature': toBase64(payload) } });

async function reasonOf(reply: Response): Promise<string> {
  expect(reply.status).toBe(402);
  // biome-ignore lint/suspicious/noExplicitAny: the body's shape is what the test is about
  const body: any = await reply.json();
  return body.error.details.reason;
}

async function transferOf(id: string) {
  const rows = await live.ctx.db`
    select status, failure_reason, tx_hash from transfers where kind = 'authorization' and source = ${id} order by created_at`;
  return rows.at(-1);
}

/** Settled batches: those that landed, and their transactions on the chain. */
async function landed(): Promise<{ sent: number; failed: number; cost: bigint }> {
  const [row] = await live.ctx.db<{ sent: number; failed: number; cost: string }[]>`
    select count(tx_hash)::int as sent, count(*) filter (where tx_hash is not null and not succeeded)::int as failed,
      coalesce(sum(cost), 0)::text as cost from solana_batches where call = 'settle' and status = 'done'`;
  return { sent: row?.sent ?? 0, failed: row?.failed ?? 0, cost: BigInt(row?.cost ?? 0) };
}

describe('a program that pays on Solana', () => {
  it('gets the way to pay: into the treasury, named by a memo, with our fee payer', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const deposits = await live.ctx.db`select address from deposits where payment_id = ${id}`;
    expect(way).toEqual({
      scheme: 'exact',
      network,
      amount: '10000000',
      asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      payTo: live.treasury,
      maxTimeoutSeconds: 60,
      extra: { feePayer: live.feePayer, memo: deposits[0]?.['address'] },
    });
  });

  it('is offered nothing there while no address is ready, and gets an answer all the same', async () => {
    await live.withoutWorkers(async () => {
      await live.ctx
        .db`update solana_addresses set payment_id = 'skipped for a test ' || index where payment_id is null`;
      const { url } = await newPayment();
      const reply = await fetch(url);
      expect(reply.status).toBe(402);
      expect(fromBase64(reply.headers.get('payment-required')).accepts).toEqual([]);
      await live.ctx
        .db`update solana_addresses set payment_id = null where payment_id like 'skipped for a test %'`;
    });
  });

  it('pays with the unmodified reference client, without any SOL', async () => {
    const { id, url } = await newPayment();
    const client = x402Client.fromConfig({
      schemes: [{ network, client: scheme }],
      spendControls: false,
    });
    const before = await live.balanceOf('USDC', live.treasury);
    const reply = await wrapFetchWithPayment(fetch, client)(url);
    expect(reply.status).toBe(200);
    const payment = await live.untilStatus(id, 'completed');
    expect(fromBase64(reply.headers.get('payment-response'))).toEqual({
      success: true,
      transaction: payment['tx_hash'],
      network,
      payer: payer.address,
    });
    expect(payment).toMatchObject({ payer_address: payer.address, token: 'USDC', chain: 'solana' });
    expect((await live.balanceOf('USDC', live.treasury)) - before).toBe(10_000_000n);
    await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
    expect((await transferOf(id))?.['tx_hash']).toBe(payment['tx_hash']);
    expect(await live.balanceOf('SOL', payer.address)).toBe(0n);
  });

  it('gives the same transaction 20 times at once: it is sent once, and each gets the same answer', async () => {
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url));
    const before = await landed();
    const replies = await Promise.all(Array.from({ length: 20 }, () => give(url, payload)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const responses = new Set(replies.map((reply) => reply.headers.get('payment-response')));
    expect(responses.size).toBe(1);
    await live.untilStatus(id, 'completed');
    await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
    const after = await landed();
    expect([after.sent - before.sent, after.failed, after.cost - before.cost]).toEqual([1, 0, 10_001n]);
    const again = await give(url, payload);
    expect([again.status, again.headers.get('payment-response')]).toEqual([200, [...responses][0]]);
  });

  it.each([
    ['WRONG_AMOUNT', { amount: '9999999' }],
    ['WRONG_RECIPIENT', { payTo: '11111111111111111111111111111112' }],
    ['UNEXPECTED_TRANSACTION', { extra: { feePayer: '11111111111111111111111111111112', memo: '' } }],
  ])('is refused with the reason: %s', async (reason, change) => {
    const { id, url } = await newPayment();
    expect(await reasonOf(await give(url, await sign(await wayOf(url), change)))).toBe(reason);
    expect(await transferOf(id)).toBeUndefined();
  });

  it('cannot pay another payment with what it signed for one', async () => {
    const [first, second] = [await newPayment(), await newPayment()];
    const payload = await sign(await wayOf(first.url));
    await wayOf(second.url);
    expect(await reasonOf(await give(second.url, payload))).toBe('WRONG_RECIPIENT');
  });

  it('without the money is refused, and costs nothing', async () => {
    const poor = await newPayer('poor payer', 9_999_999n);
    const { url } = await newPayment();
    const own = new ExactSvmScheme(poor as never, { rpcUrl: live.chain.url });
    const before = await live.balanceOf('SOL', live.feePayer);
    expect(await reasonOf(await give(url, await sign(await wayOf(url), {}, own)))).toBe('INSUFFICIENT_FUNDS');
    expect(await live.balanceOf('SOL', live.feePayer)).toBe(before);
  });

  it('with a blockhash that has run out is refused', async () => {
    const { url } = await newPayment();
    const payload = await sign(await wayOf(url));
    live.chain.mine(200);
    expect(await reasonOf(await give(url, payload))).toBe('ENDS_TOO_SOON');
  });
});

describe('a claimed transaction', () => {
  it('is sent once by workers that start after the claim, or after its signature was stored', async () => {
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url));
    const signed = () => live.ctx.db<{ tx_hash: string }[]>`
      select s.tx_hash from solana_signatures s join transfers t using (batch_id) where t.source = ${id}`;
    const before = await landed();
    node.swallows = 'sendTransaction';
    const { reply } = await live.withoutWorkers(async () => {
      const reply = give(url, payload);
      await until(async () => (await transferOf(id)) !== undefined, 60_000);
      return { reply };
    });
    await until(async () => (await signed()).length > 0, 60_000);
    const [stored] = await signed();
    await live.withoutWorkers(async () => {
      node.swallows = null;
    });
    expect((await reply).status).toBe(200);
    await until(async () => (await transferOf(id))?.['status'] === 'completed', 60_000);
    expect([await signed(), (await transferOf(id))?.['tx_hash']]).toEqual([[stored], stored?.tx_hash]);
    expect((await landed()).sent - before.sent).toBe(1);
  });

  it('is resent while its blockhash lives, and fails once no block can have it any more', async () => {
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url));
    const before = await landed();
    node.swallows = 'sendTransaction';
    const reply = give(url, payload);
    await until(async () => (await transferOf(id))?.['status'] === 'sending', 60_000);
    live.chain.mine(100);
    expect((await transferOf(id))?.['status']).toBe('sending');
    live.chain.mine(200);
    await until(async () => (await transferOf(id))?.['status'] === 'failed', 60_000);
    node.swallows = null;
    expect((await transferOf(id))?.['failure_reason']).toBe('AUTHORIZATION_EXPIRED');
    expect((await reply).status).toBe(402);
    expect(await landed()).toEqual(before);
    // It cost nothing, so the payer may sign again.
    expect((await give(url, await sign(await wayOf(url)))).status).toBe(200);
    await live.untilStatus(id, 'completed');
  });

  it('of a payer who takes the money away after it was sent fails, and that payer is refused for a day', async () => {
    const thief = await newPayer('hasty payer', 10_000_000n);
    await live.chain.pay({ token: 'SOL', to: thief.address, units: 1_000_000_000n });
    const own = new ExactSvmScheme(thief as never, { rpcUrl: live.chain.url });
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url), {}, own);
    node.swallows = 'sendTransaction';
    const reply = give(url, payload);
    const sentBy = () => live.ctx.db<{ raw: string }[]>`
      select s.raw from solana_signatures s join transfers t using (batch_id) where t.source = ${id}`;
    await until(async () => (await sentBy()).length > 0, 60_000);
    await live.chain.pay({ token: 'USDC', to: payer.address, units: 9_000_000n, from: thief });
    node.swallows = null;
    expect(await reasonOf(await reply)).toBe('WOULD_FAIL');
    await until(async () => (await transferOf(id))?.['status'] !== 'sending', 60_000);
    expect((await transferOf(id))?.['failure_reason']).toBe('REVERTED');
    const more = await newPayer('hasty payer', 20_000_000n);
    expect(more.address).toBe(thief.address);
    const next = await newPayment();
    expect(await reasonOf(await give(next.url, await sign(await wayOf(next.url), {}, own)))).toBe(
      'PAYER_FAILED',
    );
  });

  it.each([
    ['the payment was cancelled', 'NOT_NEEDED'],
    ['the money was taken away', 'INSUFFICIENT_FUNDS'],
  ])('whose worker died before it signed is looked at again: %s, so nothing is sent', async (why, reason) => {
    const leaver = await newPayer(`leaver ${reason}`, 10_000_000n);
    await live.chain.pay({ token: 'SOL', to: leaver.address, units: 1_000_000_000n });
    const own = new ExactSvmScheme(leaver as never, { rpcUrl: live.chain.url });
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url), {}, own);
    const before = await landed();
    const { reply } = await live.withoutWorkers(async () => {
      const reply = give(url, payload);
      await until(async () => (await transferOf(id)) !== undefined, 60_000);
      await openUnsigned(id);
      if (reason === 'NOT_NEEDED') await live.call('POST', `/payments/${id}/cancel`, { key: live.liveKey });
      else await live.chain.pay({ token: 'USDC', to: payer.address, units: 9_000_000n, from: leaver });
      return { reply };
    });
    await until(async () => (await transferOf(id))?.['status'] !== 'sending', 60_000);
    expect((await transferOf(id))?.['failure_reason'], why).toBe(reason);
    expect((await reply).status).toBe(402);
    expect(await landed()).toEqual(before);
  });

  it('is sent once by workers that take it at once, while the treasury cannot sign', async () => {
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url));
    const before = await landed();
    await live.withoutWorkers(async () => {
      const reply = give(url, payload);
      await until(async () => (await transferOf(id)) !== undefined, 60_000);
      const lanes = [await newLane(), await newLane(), await newLane()];
      const runAll = () => Promise.all(lanes.map((lane) => lane.run(new AbortController().signal)));
      await until(async () => {
        await runAll();
        return (await transferOf(id))?.['status'] === 'completed';
      }, 60_000);
      return { reply };
    });
    const signed = await live.ctx.db<{ tx_hash: string }[]>`
      select s.tx_hash from solana_signatures s join transfers t using (batch_id) where t.source = ${id}`;
    expect(signed).toEqual([{ tx_hash: (await transferOf(id))?.['tx_hash'] }]);
    const after = await landed();
    expect([after.sent - before.sent, after.failed, after.cost - before.cost]).toEqual([
      1,
      before.failed,
      10_001n,
    ]);
    await live.untilStatus(id, 'completed');
  });

  it('that one worker drops while another signs it gets no signature', async () => {
    const { id, url } = await newPayment();
    const payload = await sign(await wayOf(url));
    const before = await landed();
    const { reply } = await live.withoutWorkers(async () => {
      const reply = give(url, payload);
      await until(async () => (await transferOf(id)) !== undefined, 60_000);
      const other = await newLane();
      const run = (lane: SendingLane) => lane.run(new AbortController().signal);
      const slow = await newLane(async () => {
        await live.call('POST', `/payments/${id}/cancel`, { key: live.liveKey });
        await run(other);
      });
      await run(slow);
      return { reply };
    });
    expect(await transferOf(id)).toMatchObject({ status: 'failed', failure_reason: 'NOT_NEEDED' });
    expect((await reply).status).toBe(402);
    expect(await landed()).toEqual(before);
    const signed = await live.ctx.db`
      select from solana_signatures s join solana_batches b using (batch_id) where b.status = 'open'`;
    expect(signed).toHaveLength(0);
  });

  it('of a wallet that spends all that it has, payment by payment, need not be final before the next', async () => {
    const frugal = await newPayer('frugal payer', 20_000_000n);
    const own = new ExactSvmScheme(frugal as never, { rpcUrl: live.chain.url });
    for (const { url } of [await newPayment(), await newPayment()])
      expect((await give(url, await sign(await wayOf(url), {}, own))).status).toBe(200);
  });

  it('of a wallet that signs for more than it has is refused what it has not, however many at once', async () => {
    const poor = await newPayer('greedy payer', 20_000_000n);
    const own = new ExactSvmScheme(poor as never, { rpcUrl: live.chain.url });
    const all = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { url } = await newPayment();
        return { url, payload: await sign(await wayOf(url), {}, own) };
      }),
    );
    const before = await landed();
    node.swallows = 'sendTransaction';
    const replies = all.map(({ url, payload }) => give(url, payload));
    setTimeout(() => {
      node.swallows = null;
    }, 5000);
    const answers = await Promise.all(replies);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402]);
    for (const answer of answers)
      if (answer.status === 402) expect(await reasonOf(answer)).toBe('INSUFFICIENT_FUNDS');
    expect((await landed()).failed).toBe(before.failed);
  });

  it('that somebody with access to the database wrote gets no signature', async () => {
    const { id, url } = await newPayment();
    const { extra, amount, asset: contract, ...way } = await wayOf(url);
    const stolen = { ...way, extra, amount, asset: contract, payTo: payer.address };
    const { payload } = await scheme.createPaymentPayload(2, stolen as never);
    const signature = String(payload['transaction']);
    const forged = { chain: 'solana', contract, from: payer.address, to: extra.memo, signature } as const;
    const rest = { units: BigInt(amount), nonce: 'forged', validAfter: 0n, validBefore: 10n ** 12n };
    const payment = { payment_id: id, merchant_id: live.merchantId };
    await live.ctx.db.begin((tx) => requestAuthorization(live.ctx, tx, payment, { ...forged, ...rest }));
    live.ctx.wake.at('send-transfers', live.ctx.clock.now());
    await until(async () => (await transferOf(id))?.['status'] === 'failed', 60_000);
    expect((await transferOf(id))?.['failure_reason']).toBe('WRONG_RECIPIENT');
  });
});

/** As a worker leaves it that dies after it gave the claim a transaction, and before it signed. */
async function openUnsigned(paymentId: string): Promise<void> {
  const batchId = `bat_of_${paymentId}`;
  await live.ctx.db`
    insert into solana_batches (batch_id, call, status, created_at) values (${batchId}, 'settle', 'open', now())`;
  await live.ctx.db`
    update transfers set status = 'sending', batch_id = ${batchId}, due_at = null
    where source = ${paymentId} and kind = 'authorization'`;
}

/** A worker whose treasury key is elsewhere, and away. `signing` happens before the fee payer signs. */
async function newLane(signing = async () => {}): Promise<SendingLane> {
  const { ctx } = live;
  const chain = liveSolana(ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  const local = createLocalSolanaSigner(await loadWallet(ctx, ctx.config.walletFile ?? ''));
  return createSolanaSettlingLane(ctx, chain, {
    ...local,
    kinds: { ...local.kinds, treasury: 'aws-kms' },
    async sign(key, message) {
      await signing();
      return local.sign(key, message);
    },
    probe: async (key) => {
      if (key === 'treasury') throw new Error('away');
      await local.probe(key);
    },
  });
}

describe('a facilitator', () => {
  const ask = async (path: 'verify' | 'settle', paymentPayload: object, paymentRequirements: object) => {
    const body = { x402Version: 2, paymentPayload, paymentRequirements };
    return (await live.call('POST', `/x402/${path}`, { key: live.liveKey, body })).json;
  };

  it('names Solana with the fee payer', async () => {
    const { json } = await live.call('GET', '/x402/supported', { key: live.liveKey });
    expect(json).toEqual({
      kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer: live.feePayer } }],
      extensions: [],
      signers: { 'solana:*': [live.feePayer] },
    });
  });

  it('verifies and settles once what names a payment of the caller by its memo', async () => {
    const { id, url } = await newPayment();
    const way = await wayOf(url);
    const payload = await sign(way);
    expect(await ask('verify', payload, way)).toEqual({ isValid: true, payer: payer.address });
    expect(await transferOf(id)).toBeUndefined();
    const settled = await ask('settle', payload, way);
    const payment = await live.untilStatus(id, 'completed');
    const { tx_hash: transaction } = payment;
    expect(settled).toEqual({ success: true, payer: payer.address, network, transaction });
    expect((await ask('settle', payload, way)).errorReason).toBe('duplicate_settlement');
    expect((await ask('verify', payload, way)).invalidReason).toBe('duplicate_settlement');
  });

  it('refuses another memo, receiver, amount or token than the server asks for', async () => {
    const [first, second] = [await newPayment(), await newPayment()];
    const way = await wayOf(first.url);
    const other = await wayOf(second.url);
    const payload = await sign(way);
    const invalid = async (required: object) => (await ask('verify', payload, required)).invalidReason;
    expect(await invalid(other)).toBe('invalid_exact_svm_payload_recipient_mismatch');
    expect(await invalid({ ...way, extra: {} })).toBe('invalid_exact_svm_payload_recipient_mismatch');
    expect(await invalid({ ...way, payTo: payer.address })).toBe(
      'invalid_exact_svm_payload_recipient_mismatch',
    );
    expect(await invalid({ ...way, amount: '1' })).toBe('invalid_exact_svm_payload_amount_mismatch');
    expect(await invalid({ ...way, asset: payer.address })).toBe('invalid_exact_svm_payload_mint_mismatch');
    expect(await invalid({ ...way, network: 'eip155:8453' })).toBe('invalid_payload');
    const unreadable = { ...payload, payload: { transaction: 'AAAA' } };
    expect((await ask('verify', unreadable, way)).invalidReason).toBe('invalid_payload');
  });

  it("does not know another merchant's payments", async () => {
    const { url } = await newPayment();
    const way = await wayOf(url);
    const payload = await sign(way);
    const { liveKey: key } = await live.createMerchant();
    const body = { x402Version: 2, paymentPayload: payload, paymentRequirements: way };
    const { json } = await live.call('POST', '/x402/settle', { key, body });
    expect(json).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_svm_payload_recipient_mismatch',
    });
  });

  it('settles for a server of the reference implementation', async () => {
    const shop = await startX402Server(live, 'authorization', solanaShop(live));
    const client = x402Client.fromConfig({ schemes: [{ network, client: scheme }], spendControls: false });
    const reply = await wrapFetchWithPayment(fetch, client)(shop.url);
    expect([reply.status, await reply.text()]).toEqual([200, 'the report']);
    expect(fromBase64(reply.headers.get('payment-response'))).toMatchObject({ success: true, network });
    await shop.stop();
  });
});

it('the operator is told for how many payments there is SOL', async () => {
  const [finding] = await checkSettling(live.ctx.db, { id: 'solana' }, live.ctx.config);
  expect(finding).toMatchObject({ what: 'payments by signature', todo: null });
  expect(finding?.found).toMatch(/^on, gas for \d{4,}$/);
});

it('the ledger equals the chain, with what the fees cost', async () => {
  const chain = liveSolana(live.ctx.config.chains);
  let found: unknown = null;
  await until(
    async () => {
      const compared = chain && (await compareSolana(live.ctx, chain));
      found = compared?.comparisons.flatMap(({ accounts }) => accounts);
      return (
        compared?.comparisons.every(({ accounts }) =>
          accounts.every(({ ledger, onChain }) => ledger === onChain),
        ) === true
      );
    },
    60_000,
    () => JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
});

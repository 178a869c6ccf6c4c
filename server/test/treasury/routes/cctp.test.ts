import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Attestations, createAttestations } from '../../../../devnet/attestations/attestation-server.ts';
import { sentMessages } from '../../../../devnet/attestations/sent-messages.ts';
import { multicall, multicallAbi } from '../../../../devnet/evm/contracts.ts';
import { listen } from '../../../../devnet/listen.ts';
import { newAddress, walletAt } from '../../../../devnet/test/values.ts';
import type { ChainId, Token } from '../../../src/lib/chains/registry.ts';
import { hourMs } from '../../../src/lib/durations.ts';
import { createAttestations as attestationsAt } from '../../../src/treasury/routes/cctp/attestations.ts';
import { createCctp } from '../../../src/treasury/routes/cctp/cctp.ts';
import { bridgeContracts } from '../../../src/treasury/routes/providers/bridge-contracts.ts';
import type {
  QuoteInput,
  RouteCall,
  RouteProvider,
  RouteStatus,
} from '../../../src/treasury/routes/providers/provider.ts';
import { type Bridges, calmCircle, quoted, startBridges } from './bridges.ts';

let bridges: Bridges;
let attestations: Attestations;
let server: Awaited<ReturnType<typeof listen>>;
let cctp: RouteProvider;
let nowMs = Date.now();
const clock = { nowMs: () => nowMs, now: () => new Date(nowMs) };

beforeAll(async () => {
  bridges = await startBridges('cctp');
  attestations = createAttestations(sentMessages(() => bridges.devnet));
  server = await listen(0, () => attestations.serve);
  cctp = createCctp({ chains: bridges.chains, clock, attestations: attestationsAt(server.url, clock) });
});
beforeEach(() => calmCircle(attestations));
afterAll(async () => {
  await server.stop();
  await bridges.stop();
});

const sender = walletAt(0).address;
const asset = (chain: ChainId, token: Token = 'USDC') => ({ chain, token });

function input(changed: Partial<QuoteInput> = {}): QuoteInput {
  const ends = { from: asset('arbitrum'), to: asset('base') };
  return { ...ends, units: 25_000_000n, sender, recipient: newAddress(), ...changed };
}

/** A burn that is final on its chain. */
async function burnt(changed: Partial<QuoteInput> = {}) {
  const quote = quoted(await cctp.quote(input(changed)));
  const hash = await bridges.send(await cctp.build(quote));
  return { quote, hash, status: () => cctp.status(quote, hash) };
}

function callIn(status: RouteStatus): RouteCall {
  if (status.state !== 'call') throw new Error(`the mint was expected, not ${JSON.stringify(status)}`);
  return status.call;
}

describe('from burn to mint', () => {
  it('burns here, waits for the attestation, mints there, and arrives when that is final', async () => {
    const before = await bridges.held('arbitrum', sender);
    attestations.behave({ state: 'unseen' });
    const { quote, status } = await burnt();
    expect(before - (await bridges.held('arbitrum', sender))).toBe(25_000_000n);
    expect(await status()).toEqual({ state: 'waiting' });
    attestations.behave({ state: 'pending' });
    expect(await status()).toEqual({ state: 'waiting' });
    attestations.behave({ state: 'complete' });
    const call = callIn(await status());
    expect(call).toMatchObject({ chain: 'base', value: 0n, approval: undefined });
    expect(bridgeContracts.cctp).toContain(call.to);
    const { to, data } = call;
    const minted = await bridges.devnet.on('base').transact({ to: to as Hex, data: data as Hex });
    // Mined, and not final.
    expect(await status()).toEqual({ state: 'waiting' });
    await bridges.settle('base');
    expect(await status()).toEqual({
      state: 'arrived',
      transactionHash: minted,
      logIndex: 0,
      units: 25_000_000n,
    });
    expect(await bridges.held('base', quote.input.recipient)).toBe(25_000_000n);
    expect(await status()).toMatchObject({ state: 'arrived' });
  });

  it('arrives as less when Circle took its fee', async () => {
    attestations.behave({ feeBps: '1.3', feeUnits: 3000n });
    const { quote, status } = await burnt();
    expect(quote).toMatchObject({ feeUnits: 3250n, expectedUnits: 24_996_750n, leastUnits: 24_996_750n });
    await bridges.send(callIn(await status()));
    expect(await status()).toMatchObject({ state: 'arrived', units: 24_997_000n });
    expect(await bridges.held('base', quote.input.recipient)).toBe(24_997_000n);
  });

  it('counts mints that somebody else sent in one transaction, each for its own route', async () => {
    const recipient = newAddress();
    const [one, two] = [await burnt({ units: 7n, recipient }), await burnt({ units: 9n, recipient })];
    const calls = [callIn(await one.status()), callIn(await two.status())].map(({ to, data }) => ({
      target: to as Hex,
      callData: data as Hex,
      allowFailure: false,
    }));
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] });
    await bridges.devnet.on('base').transact({ to: multicall, data }, { from: walletAt(5) });
    await bridges.settle('base');
    expect(await one.status()).toMatchObject({ state: 'arrived', units: 7n });
    expect(await two.status()).toMatchObject({ state: 'arrived', units: 9n });
  });

  it('allows exactly the amount, to Circle’s contract', async () => {
    const call = await cctp.build(quoted(await cctp.quote(input({ units: 5n }))));
    const spender = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d';
    const token = bridges.devnet.tokens.arbitrum.USDC;
    expect(call).toMatchObject({ to: spender, approval: { token, spender, units: 5n }, value: 0n });
  });

  it('reads a burn back from its bytes, and nothing else', async () => {
    attestations.behave({ feeBps: 4 });
    const quote = quoted(await cctp.quote(input()));
    const call = await cctp.build(quote);
    const { units, recipient } = quote.input;
    expect(await cctp.read?.(call)).toEqual({
      tokenIn: bridges.devnet.tokens.arbitrum.USDC,
      tokenOut: bridges.devnet.tokens.base.USDC,
      units,
      leastUnits: quote.leastUnits,
      recipient: recipient.toLowerCase(),
    });
    const fast = `${call.data.slice(0, -4)}03e8`;
    for (const data of [fast, `${call.data}00`, '0x', call.data.slice(0, -2)])
      expect(await cctp.read?.({ ...call, data })).toBeNull();
    expect(await cctp.read?.({ ...call, to: recipient })).toBeNull();
  });

  it('a reorganisation takes the mint back: the mint is due again', async () => {
    const { status } = await burnt();
    const { to, data } = callIn(await status());
    await bridges.devnet.on('base').transact({ to: to as Hex, data: data as Hex });
    await bridges.devnet.reorg('base', 1);
    expect(await status()).toMatchObject({ state: 'call' });
  });

  it('a burn that reverted left the money where it was', async () => {
    const quote = quoted(await cctp.quote(input()));
    const { approval: _missing, ...call } = await cctp.build(quote);
    const hash = await bridges.send({ ...call, approval: undefined });
    expect(await cctp.status(quote, hash)).toEqual({
      state: 'returned',
      transactionHash: hash,
      units: quote.input.units,
    });
  });

  it('a transaction that burns something else is none of the route’s', async () => {
    const { quote, hash } = await burnt();
    const other = { ...quote, input: { ...quote.input, units: 26_000_000n } };
    expect(await cctp.status(other, hash)).toMatchObject({ state: 'unknown' });
    expect(await cctp.status(quote, `0x${'12'.repeat(32)}`)).toEqual({ state: 'waiting' });
  });
});

describe('a message that has expired', () => {
  it('is attested again, asked for once in a while, and then minted', async () => {
    attestations.behave({ expirationBlock: 1n });
    const { quote, status } = await burnt();
    const asked = attestations.attestedAgain.length;
    const { outage } = attestations;
    outage({ kind: '500' });
    expect(await status()).toMatchObject({ state: 'waiting', text: expect.anything() });
    outage(null);
    expect(await status()).toEqual({ state: 'waiting' });
    expect(attestations.attestedAgain.length).toBe(asked + 1);
    await bridges.send(callIn(await status()));
    expect(await status()).toMatchObject({ state: 'arrived', units: quote.input.units });
  });

  it('is asked for again when nothing came of it', async () => {
    attestations.behave({ expirationBlock: 1n, lies: { expirationBlock: 1n } });
    const { status } = await burnt();
    const asked = attestations.attestedAgain.length;
    expect([await status(), await status()]).toEqual([{ state: 'waiting' }, { state: 'waiting' }]);
    expect(attestations.attestedAgain.length).toBe(asked + 1);
    nowMs += hourMs;
    expect(await status()).toEqual({ state: 'waiting' });
    expect(attestations.attestedAgain.length).toBe(asked + 2);
  });

  it('is minted as it is while its block is ahead', async () => {
    attestations.behave({ expirationBlock: 1_000_000n });
    const { status } = await burnt();
    await bridges.send(callIn(await status()));
    expect(await status()).toMatchObject({ state: 'arrived' });
  });
});

describe('an attestation service that lies', () => {
  it.each([
    ['another amount', { amount: 1n }],
    ['another recipient', { mintRecipient: newAddress() }],
  ])('about %s is not believed', async (_name, lies) => {
    attestations.behave({ lies });
    const { status } = await burnt();
    expect(await status()).toEqual({
      state: 'unknown',
      text: 'Circle attested another message than the burn’s.',
    });
  });

  it('about the nonce of another mint does not make money arrive', async () => {
    const recipient = newAddress();
    const earlier = await burnt({ units: 11n, recipient });
    const { data, ...rest } = callIn(await earlier.status());
    await bridges.send({ ...rest, data });
    const used = `0x${data.slice(2 + 8 + 3 * 64 + 24, 2 + 8 + 3 * 64 + 24 + 64)}` as const;
    const { status } = await burnt({ units: 12n, recipient });
    attestations.behave({ lies: { nonce: used } });
    expect(await status()).toMatchObject({ state: 'unknown', text: expect.stringContaining('was used') });
  });

  it.each(['refuse', '500', '429', 'html', 'cut'] as const)(
    'fails with "%s": the burn waits',
    async (kind) => {
      const { quote, status } = await burnt();
      attestations.outage({ kind });
      expect(await status()).toMatchObject({
        state: 'waiting',
        text: expect.stringMatching(/^Circle’s attest/),
      });
      expect(await cctp.quote(quote.input)).toMatchObject({ refused: 'unavailable' });
    },
  );

  it('answers nothing in time: the same', async () => {
    const { quote, hash } = await burnt();
    attestations.outage({ kind: 'hang' });
    const circle = attestationsAt(server.url, clock, { deadlineMs: 50 });
    const impatient = createCctp({ chains: bridges.chains, clock, attestations: circle });
    expect(await impatient.status(quote, hash)).toMatchObject({ state: 'waiting', text: expect.anything() });
    expect(await impatient.quote(quote.input)).toMatchObject({ refused: 'unavailable' });
  });
});

describe('what is refused', () => {
  it.each([
    ['another token', { from: asset('arbitrum', 'USDT') }, 'no_way'],
    ['the same chain', { to: asset('arbitrum') }, 'no_way'],
    ['bsc', { to: asset('bsc') }, 'no_way'],
    ['Solana', { to: asset('solana') }, 'unavailable'],
    ['a chain that is not set up', { from: asset('polygon') }, 'unavailable'],
    ['nothing', { units: 0n }, 'too_small'],
    [
      'a recipient that is no address',
      { recipient: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      'not_allowed',
    ],
  ] as const)('%s', async (_name, changed, refused) => {
    expect(await cctp.quote(input(changed))).toEqual({ refused, text: expect.stringMatching(/\.$/) });
  });

  it('a fee above the cap, or above the amount', async () => {
    attestations.behave({ feeBps: '10.0001' });
    expect(await cctp.quote(input())).toMatchObject({ refused: 'not_allowed' });
    attestations.behave({ feeBps: 10 });
    expect(await cctp.quote(input())).toMatchObject({ feeUnits: 25_000n });
    expect(await cctp.quote(input({ units: 1n }))).toMatchObject({ refused: 'too_small' });
  });

  it.each(['-1', 'free', '1e3', '', '0x1'])('a fee of "%s"', async (feeBps) => {
    attestations.behave({ feeBps });
    expect(await cctp.quote(input())).toMatchObject({ refused: 'unavailable' });
  });
});

import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cctpAbi } from '../../../../devnet/evm/contracts.ts';
import { messageTransmitter, tokenMessenger } from '../../../src/treasury/routes/cctp/contracts.ts';
import { lifiDiamond } from '../../../src/treasury/routes/lifi/evm/contracts.ts';
import { checkRoutes } from '../../../src/treasury/routes/providers/check-contracts.ts';
import { withEngine } from '../../../src/treasury/routes/providers/providers.ts';
import { findRoute } from '../../../src/treasury/routes/route-balance.ts';
import { uniswapContracts } from '../../../src/treasury/routes/uniswap/contracts.ts';
import { type RoutingService, startRoutingService, usdc } from './routing-service.ts';

/** Routing is on without a setting: what keeps it safe is that each contract is looked at before it is used. */
let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('contracts', ['arbitrum', 'base'], {}, true);
});
afterAll(() => service.stop());

const arbitrum = { chain: 'arbitrum', token: 'USDC' } as const;
const base = { chain: 'base', token: 'USDC' } as const;
const ether = { chain: 'arbitrum', token: 'ETH' } as const;

const found = async (chain: 'arbitrum' | 'base' | 'solana') =>
  withEngine(service.ctx, ({ providers }) => checkRoutes(service.ctx, providers, chain));
const way = async (from: typeof arbitrum | typeof ether, to: typeof arbitrum | typeof base) =>
  withEngine(service.ctx, (engine) => findRoute(engine, { from, to, units: 100n * usdc }));
const transact = (to: Address, data: Hex) => service.chains.on('arbitrum').transact({ to, data });
/** What processes remember of contracts is forgotten after an hour. */
const later = () => service.pass(61 * 60_000);

it('finds everything right on local chains, and routes are possible without a setting', async () => {
  for (const chain of ['arbitrum', 'base'] as const)
    expect(await found(chain)).toEqual([
      { what: 'routes by Uniswap', found: expect.stringContaining('factory 0x'), todo: null },
      { what: 'routes by Circle', found: expect.stringContaining(tokenMessenger), todo: null },
    ]);
  expect(await found('solana')).toEqual([
    { what: 'routes by Circle', found: expect.stringContaining('domain 5'), todo: null },
  ]);
  expect(await way(arbitrum, base)).toMatchObject({ quotes: [{ provider: 'cctp' }] });
});

it('looks at LI.FI’s contracts where the operator has turned it on', async () => {
  service.ctx.config.routing.lifi = true;
  try {
    expect((await found('base'))?.at(-1)).toEqual({
      what: 'routes by LI.FI',
      found: expect.stringContaining(lifiDiamond),
      todo: null,
    });
    expect((await found('solana'))?.at(-1)).toMatchObject({ what: 'routes by LI.FI', todo: null });
    const code = await service.chains.rpc('base', 'eth_getCode', [lifiDiamond, 'latest']);
    await service.chains.rpc('base', 'hardhat_setCode', [lifiDiamond, '0x']);
    expect((await found('base'))?.at(-1)).toMatchObject({
      found: expect.stringContaining('has no function 0xa1f1ce43'),
      todo: expect.stringContaining('Routes do not use it'),
    });
    await service.chains.rpc('base', 'hardhat_setCode', [lifiDiamond, code]);
  } finally {
    service.ctx.config.routing.lifi = false;
  }
});

it.each([
  ['another domain', 'localDomain', () => setDomain(7), () => setDomain(3), /has domain 7, not 3/],
  ['a pause', 'paused', () => setPaused(true), () => setPaused(false), /is paused/],
] as const)(
  'does not use a bridge with %s, in words, until it is right again',
  async (_name, _what, spoil, mend, why) => {
    later();
    await spoil();
    expect((await found('arbitrum'))?.[1]).toMatchObject({
      found: expect.stringMatching(why),
      todo: expect.any(String),
    });
    expect(await way(arbitrum, base)).toMatchObject({
      refusals: [{ refused: 'unavailable', text: expect.stringMatching(why) }, { text: 'LI.FI is off.' }],
    });
    await mend();
    later();
    expect(await way(arbitrum, base)).toMatchObject({ quotes: [{ provider: 'cctp' }] });
  },
);

it('does not use a router with another factory than Uniswap’s', async () => {
  const { chains } = service.ctx.config;
  const own = chains.arbitrum?.uniswap;
  if (!chains.arbitrum || !own) throw new Error('no settings');
  // Without the setting the contracts must be Uniswap's own, and those of local chains are not.
  chains.arbitrum.uniswap = { ...own, factory: uniswapContracts('arbitrum').factory } as typeof own;
  later();
  const why = /has the factory 0x.*, not 0x1F98431c8aD98523631AE4a59f267346ea31F984/;
  expect((await found('arbitrum'))?.[0]).toMatchObject({ found: expect.stringMatching(why) });
  expect(await way(ether, arbitrum)).toMatchObject({ refusals: [{ text: expect.stringMatching(why) }] });
  chains.arbitrum.uniswap = own;
  later();
  expect(await way(ether, arbitrum)).not.toMatchObject({ refusals: [{ text: expect.stringMatching(why) }] });
});

function setDomain(domain: number) {
  const args = [domain, service.chains.wallets[0]?.address ?? '0x'] as const;
  return transact(messageTransmitter, encodeFunctionData({ abi: cctpAbi, functionName: 'setUp', args }));
}

function setPaused(on: boolean) {
  const abi = parseAbi(['function setPaused(bool on)']);
  return transact(tokenMessenger, encodeFunctionData({ abi, args: [on] }));
}

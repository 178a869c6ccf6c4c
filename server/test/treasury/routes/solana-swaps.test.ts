import { AccountRole, address, createNoopSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  AuthorityType,
  getApproveInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import {
  systemProgram,
  tokenProgram,
  usdcMint,
  wrappedSolMint,
} from '../../../../devnet/solana/addresses.ts';
import { accountOf, tableData, tableProgram } from '../../../../devnet/solana/cctp/accounts.ts';
import { jupiterAccounts } from '../../../../devnet/solana/jupiter.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { jupiterMark } from '../../../src/treasury/routes/lifi/solana/jupiter.ts';
import { withEngine } from '../../../src/treasury/routes/providers/providers.ts';
import { findRoute } from '../../../src/treasury/routes/route-balance.ts';
import { budget, isLong } from '../../support/chance.ts';
import { type StandIn, startStandIn } from '../prices/stand-ins.ts';
import { calmCircle } from './bridges.ts';
import { workMortally } from './crashing.ts';
import { expectQuiet } from './quiet.ts';
import { finalityBlocks, type RoutingService, startRoutingService, usdc } from './routing-service.ts';
import {
  addSolanaMerchant,
  differenceOnSolana,
  forgetSent,
  solanaOf,
  treasuryOf,
  treasuryUnits,
} from './solana-money.ts';
import { answerOffer, type Change } from './solana-offers.ts';

const onBase = { chain: 'base', token: 'USDC' } as const;
const sol = { chain: 'solana', token: 'SOL' } as const;
const usdcThere = { chain: 'solana', token: 'USDC' } as const;
const one = 10n ** 9n;
const atMarket = 150n * usdc;
/** Blocks after which no transaction that was signed before can land. */
const lifetimeBlocks = 170;
const routes = budget(100, 2);
/** Of the points in a route at which a worker can be killed. */
const everyPoint = budget(1, 100);

let service: RoutingService;
let lifi: StandIn;
beforeAll(async () => {
  lifi = await startStandIn();
  const env = { LIFI_URL: lifi.origin, LIFI: 'on' };
  service = await startRoutingService('solana swaps', ['arbitrum', 'base'], env, true);
  for (let count = 0; count < 4; count++) await service.step();
});
afterAll(async () => {
  await service?.stop();
  await lifi.close();
});
beforeEach(() => {
  calmCircle(service.attestations);
  service.market.usdcPerSol = atMarket;
  offers();
});

/** LI.FI offers exchanges, changed by an attacker if told so. */
function offers(change: Change = {}): void {
  lifi.answer((request, response) => {
    answerOffer(request.url ?? '', response, service.market, change).catch(() =>
      response.writeHead(500).end(),
    );
  });
}

const shown = (id: string) => service.shown(id);
const trader = () => service.ctx.liveChains.wallet()?.solana_trader ?? '';

const find = (units = one) =>
  withEngine(service.ctx, (engine) => findRoute(engine, { from: sol, to: usdcThere, units }));

/** A route of one SOL. */
async function begun(to: { chain: 'base' | 'solana'; token: 'USDC' } = usdcThere, units = one) {
  const merchantId = await addSolanaMerchant(service, units, 'SOL');
  return service.begin(merchantId, 'SOL', units, to, 'solana');
}

/** Nothing is left with the trader, and the ledger equals the chain. */
async function expectSettled(): Promise<void> {
  await expectQuiet(service);
  expect(await treasuryUnits(service, 'SOL', trader())).toBe(0n);
  expect(await treasuryUnits(service, 'USDC', trader())).toBe(0n);
}

describe('SOL', () => {
  it('becomes USDC in the treasury, and then USDC on base', async () => {
    const id = await begun(onBase);
    for (let count = 0; count < 40 && (await shown(id)).route.status === 'processing'; count++) {
      await service.step();
      expect(await differenceOnSolana(service, 'SOL')).toBe(0n);
      expect(await differenceOnSolana(service)).toBe(0n);
    }
    const { route, steps } = await shown(id);
    expect(route.status, route.failure_message ?? route.problem ?? '').toBe('completed');
    expect(steps.map(({ provider }) => provider)).toEqual(['lifi', 'cctp']);
    expect(route.arrived_units).toBe(String(150n * usdc));
    expect(route.explanation).toMatch(/^LI\.FI on Solana: 1\.00 SOL to about 150\.00 USDC; Circle/);
    await expectSettled();
  });

  it('is bought for USDC from another chain', async () => {
    const before = await treasuryUnits(service, 'SOL');
    const id = await service.begin(await service.addMerchant('USDC', 300n * usdc), 'USDC', 300n * usdc, sol);
    await service.finish(id);
    const { route, steps } = await shown(id);
    expect(route.status, route.failure_message ?? '').toBe('completed');
    expect(steps.map(({ provider }) => provider)).toEqual(['cctp', 'lifi']);
    expect(route.arrived_units).toBe(String(2n * one));
    expect((await treasuryUnits(service, 'SOL')) - before).toBe(2n * one);
    await expectSettled();
  });

  it('is paid as received while the operator has not turned LI.FI on', async () => {
    service.ctx.config.routing.lifi = false;
    const found = await find();
    service.ctx.config.routing.lifi = true;
    expect(found).toMatchObject({ refusals: [{ refused: 'no_way' }, { text: 'LI.FI is off.' }] });
  });
});

it('may pass the trader’s own account, if Jupiter names the treasury’s beside it', async () => {
  const own = await tokenAccountOf(trader(), usdcMint);
  offers({ route: ({ destination }) => ({ destination: own, instead: destination }) });
  const id = await begun();
  await service.finish(id);
  expect((await shown(id)).route).toMatchObject({ status: 'completed', arrived_units: String(150n * usdc) });
  await expectSettled();
});

describe('a price that moves', () => {
  it('between quote and exchange has it planned anew', async () => {
    const id = await begun();
    while ((await shown(id)).steps[0]?.status !== 'calling') await service.step({ mines: false });
    service.market.usdcPerSol = (atMarket * 9905n) / 10_000n;
    await service.finish(id);
    const { route } = await shown(id);
    expect(route.status, route.failure_message ?? '').toBe('completed');
    expect(route.arrived_units).toBe(String((150n * usdc * 9905n) / 10_000n));
    await expectSettled();
  });

  it('too far ends the route, with the SOL in the balance', async () => {
    const id = await begun();
    service.market.usdcPerSol = (atMarket * 97n) / 100n;
    await service.finish(id);
    expect((await shown(id)).route).toMatchObject({
      status: 'failed',
      arrived_units: String(one),
      failure_message: expect.stringMatching(/1\.5 % less than the market/),
    });
    await expectSettled();
  });
});

describe('an offer', () => {
  const attacker = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
  const ours = () => createNoopSigner(address(trader()));
  const alsoHas = (make: () => Parameters<NonNullable<Change['instructions']>>[0][number]): Change => ({
    instructions: (usual) => [...usual, make()],
  });
  const attacks: [string, () => Change, RegExp][] = [
    ['another destination', () => ({ route: () => ({ destination: attacker }) }), /pays 9xQe/],
    ['a destination instead', () => ({ route: () => ({ instead: attacker }) }), /pays 9xQe/],
    [
      'somebody on the way to us',
      () => ({ route: ({ destination }) => ({ destination: attacker, instead: destination }) }),
      /pays by way of 9xQe/,
    ],
    ['another source', () => ({ route: () => ({ source: attacker }) }), /takes from 9xQe/],
    ['a larger amount', () => ({ route: ({ units }) => ({ units: units + 1n }) }), /gives 1000000001 units/],
    ['all of it as slippage', () => ({ route: () => ({ slippageBps: 10_000 }) }), /accepts nothing/],
    ['a lower floor', () => ({ route: () => ({ slippageBps: 200 }) }), /accepts less than it says/],
    ['a fee in the call', () => ({ route: () => ({ feeBps: 150 }) }), /accepts less than it says/],
    [
      'a first version of the call',
      () => ({ route: () => ({ mark: jupiterMark('route') }) }),
      /cannot be read/,
    ],
    [
      'an exact result',
      () => ({ route: () => ({ mark: jupiterMark('exact_out_route_v2') }) }),
      /cannot be read/,
    ],
    [
      'the treasury in the call',
      () => ({ route: () => ({ more: [{ address: treasuryOf(service), role: AccountRole.WRITABLE }] }) }),
      /names .{32,44}\.$/,
    ],
    [
      'a foreign signer',
      () => ({ route: () => ({ more: [{ address: attacker, role: AccountRole.READONLY_SIGNER }] }) }),
      /would be signed by .*, 9xQe/,
    ],
    ['a foreign fee payer', () => ({ signer: attacker }), /would be signed by 9xQe/],
    ['another program', () => alsoHas(() => ({ programAddress: attacker })), /calls 9xQe/],
    [
      'an extra transfer',
      () => alsoHas(() => getTransferSolInstruction({ source: ours(), destination: attacker, amount: 5n })),
      /sends 5 lamports to 9xQe/,
    ],
    [
      'an account that is closed for somebody else',
      () =>
        alsoHas(() =>
          getCloseAccountInstruction({ account: attacker, destination: attacker, owner: ours() }),
        ),
      /closes an account/,
    ],
    [
      'an approval',
      () =>
        alsoHas(() =>
          getApproveInstruction({ source: attacker, delegate: attacker, owner: ours(), amount: 1n }),
        ),
      /approves a spender/,
    ],
    [
      'another authority',
      () =>
        alsoHas(() =>
          getSetAuthorityInstruction({
            owned: attacker,
            owner: ours(),
            authorityType: AuthorityType.AccountOwner,
            newAuthority: attacker,
          }),
        ),
      /sets another authority/,
    ],
    [
      'two exchanges',
      () => ({ instructions: (usual) => [...usual, ...usual.slice(4, 5)] }),
      /calls Jupiter 2 times/,
    ],
    [
      'another token',
      () => ({ answer: { action: { fromChainId: 1151111081099710 } } }),
      /object was expected|another/,
    ],
    [
      'a transaction that is none',
      () => ({ answer: { transactionRequest: { data: 'AAAA' } } }),
      /transaction cannot be read/,
    ],
    ['no transaction', () => ({ answer: { transactionRequest: { data: 'AA AA' } } }), /has no transaction/],
    [
      'more than a transaction holds',
      () => ({
        route: () => ({
          more: Array.from({ length: 14 }, (_, at) => ({
            address: addressNumber(at),
            role: AccountRole.READONLY,
          })),
        }),
      }),
      /would have 1\d{3} bytes, and Solana takes at most 1232/,
    ],
  ];
  it.each(attacks)('with %s is refused', async (_name, change, text) => {
    offers(change());
    const found = await find();
    expect(found).toMatchObject({ refusals: [{ text: expect.stringMatching(text) }] });
  });

  it('is read again before it is signed: a table of addresses that has changed is noticed', async () => {
    const id = await begun();
    const { sol: pool, usdc: other, events, table } = jupiterAccounts;
    const listed = (first: string) =>
      tableData([address(first), other, events, usdcMint, wrappedSolMint, systemProgram, tokenProgram]);
    const put = (data: Buffer) =>
      solanaOf(service).setAccount(accountOf(table, tableProgram, data, 10_000_000n));
    put(listed(treasuryOf(service)));
    for (let count = 0; count < 3; count++) await service.step();
    expect((await shown(id)).route.problem).toMatch(/quote was refused: /);
    expect((await service.ctx.db`select from transfers where source = ${id}`).length).toBe(0);
    put(listed(pool));
    await service.finish(id);
    expect((await shown(id)).route.status).toBe('completed');
  });
});

it('a program that would pay less than its limit is not called', async () => {
  const id = await begun();
  service.market.keeps = 2n * usdc;
  while ((await shown(id)).steps[0]?.status !== 'calling') await service.step();
  for (let count = 0; count < 2; count++) await service.step();
  const [waiting] = await service.ctx.db`select status, problem from transfers where source = ${id}`;
  expect(waiting).toMatchObject({
    status: 'waiting',
    problem:
      'The transaction would do something else: the treasury would get 148000000 units of USDC, and not 149250000.',
  });
  service.market.keeps = 0n;
  await service.finish(id);
  expect((await shown(id)).route).toMatchObject({ status: 'completed', arrived_units: String(150n * usdc) });
  await expectSettled();
});

/** An address of nobody. */
function addressNumber(number: number): string {
  return `9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusV${'123456789ABCDEFG'.charAt(number)}in`;
}

it('an exchange that the database forgot is found by the account that it made', async () => {
  const before = await treasuryUnits(service);
  const id = await begun();
  for (let count = 0; count < 30; count++) {
    await service.step({ mines: false });
    const sent = await service.ctx.db`
      select from transfers join solana_signatures using (batch_id) where source = ${id} and status = 'sending'`;
    if (sent.length > 0) break;
  }
  solanaOf(service).mine(finalityBlocks + 1);
  await forgetSent(service, id);
  await service.finish(id);
  expect((await shown(id)).route.status).toBe('completed');
  expect((await treasuryUnits(service)) - before).toBe(150n * usdc);
  await expectSettled();
});

const timeout = 7_200_000;

it('routes of SOL end once, with nothing lost and nothing in transit, whenever workers are killed', {
  timeout,
}, async () => {
  const random = createRandom(`sol routes ${inject('chanceSeed')}`);
  const total = { completed: 0, failed: 0, kills: 0 };
  const trouble = async () => {
    service.attestations.behave({ state: random() < 0.3 ? 'pending' : 'complete' });
    solanaOf(service).lag(...(random() < 0.3 ? [0, 4, 11] : [0]));
    if (random() < 0.1) service.market.usdcPerSol = (atMarket * (random() < 0.5 ? 9905n : 9800n)) / 10_000n;
    else if (random() < 0.5) service.market.usdcPerSol = atMarket;
    // Blocks with what was sent are given up now and then, and so are transactions.
    if (random() < 0.1) solanaOf(service).fork(2, random() < 0.5 ? 'all' : []);
    if (random() < 0.1) solanaOf(service).mine(lifetimeBlocks);
  };
  for (let count = 0; count < routes; count++) {
    const id = await begun(onBase, one / 2n);
    const { kills } = await workMortally(service, [id], () => random() < 0.04, trouble);
    total.kills += kills;
    solanaOf(service).lag(0);
    service.market.usdcPerSol = atMarket;
    const { status } = (await shown(id)).route;
    expect(['completed', 'failed'], id).toContain(status);
    total[status as 'completed' | 'failed']++;
    solanaOf(service).mine(finalityBlocks + 1);
    await expectSettled();
    if (isLong) process.stdout.write(`${JSON.stringify(total)}\n`);
  }
  expect(total.kills).toBeGreaterThan(0);
});

it('an exchange and a bridge bring all of it once, wherever their worker is killed', {
  timeout,
}, async () => {
  let points = 0;
  for (let at = 0; ; at += everyPoint) {
    let passed = 0;
    const id = await begun(onBase);
    const { kills } = await workMortally(service, [id], () => passed++ === at);
    expect((await shown(id)).route).toMatchObject({
      status: 'completed',
      arrived_units: String(150n * usdc),
    });
    await expectSettled();
    if (kills === 0) break;
    points++;
  }
  if (isLong) process.stdout.write(`${points} points at which a worker can be killed\n`);
  expect(points).toBeGreaterThan(0);
});

import { address as addressOf, createAddressWithSeed } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evmChains, multicall3 } from '../../../src/chains/evm/evm-chains.ts';
import { deploymentProxy } from '../../../src/chains/evm/vault.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { checkRecipient, customersAddress } from '../../../src/treasury/recipients/recipients.ts';
import { messageTransmitter, tokenMessenger } from '../../../src/treasury/routes/cctp/contracts.ts';
import { messengerProgram } from '../../../src/treasury/routes/cctp/solana/programs.ts';
import { acrossPools, feeForwarder, lifiDiamond } from '../../../src/treasury/routes/lifi/evm/contracts.ts';
import { jupiterProgram } from '../../../src/treasury/routes/lifi/solana/jupiter.ts';
import { uniswapContracts } from '../../../src/treasury/routes/uniswap/contracts.ts';
import { makeWebDir } from '../../pages/checkout/support.ts';
import { createPaid, createRefund } from '../../payments/refunds/support.ts';
import { unlimited } from '../../payments/support.ts';
import { call } from '../../support/call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal, type Settling, settling } from '../payouts/support.ts';

const web = makeWebDir();
let service: TestService;
let owner: Settling;

const wallet = {
  evm_operator: '0x1111111111111111111111111111111111111111',
  evm_first_operator: '0x4444444444444444444444444444444444444444',
  file_account: '0x5555555555555555555555555555555555555555',
  evm_vault: '0x2222222222222222222222222222222222222222',
  solana_treasury: '3mg7sM6RFEBHiiFotFNfvteH1WdFcc9cujKuPaqZdfDz',
  solana_fee_payer: '3qbR1eZRqXUWroWKKYhbDmR3FfqTHfqSU8zZSxtANzYh',
  evm_settler: '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199',
  solana_trader: '3uWi9x2SRpmjztkpkr2WWeBoVq3exjXG2YfDWLvm8KsQ',
};
/** Of a live payment. */
const deposit = '0x4444444444444444444444444444444444444444';
const poolAddress = '3yS1JFVT284y8z1LC9MRoWxZjzFrdoD5axKsZiyMsfC7';
const own = { router: `0x${'ab'.repeat(20)}`, quoter: `0x${'cd'.repeat(20)}` };
const ownToken = '0x3333333333333333333333333333333333333333';

beforeAll(async () => {
  service = await startTestService({ webDir: web.path, requestsPerMinute: unlimited });
  owner = await settling(service, service.merchantId);
  const { ctx } = service;
  ctx.config.chains.base = { rpcUrls: [], uniswap: own, contracts: { USDC: ownToken } };
  await ctx.db`
    insert into operator_wallet (evm_operator, evm_first_operator, file_account, evm_vault, evm_settler, solana_treasury,
      solana_fee_payer, solana_trader, created_at)
    values (${wallet.evm_operator}, ${wallet.evm_first_operator}, ${wallet.file_account}, ${wallet.evm_vault}, ${wallet.evm_settler}, ${wallet.solana_treasury}, ${wallet.solana_fee_payer},
      ${wallet.solana_trader}, now())`;
  await ctx.db`insert into solana_addresses (index, address, made_at) values (0, ${poolAddress}, now())`;
  const { payment_id } = await createPaid(service, { accepted_chains: ['base'], accepted_tokens: ['USDC'] });
  await ctx.db`update deposits set environment = 'live', address = ${deposit} where payment_id = ${payment_id}`;
});
afterAll(async () => {
  await service.stop();
  web.remove();
});

const check = (family: 'evm' | 'solana', address: string) =>
  checkRecipient(service.ctx, service.ctx.db, family, address);

describe('an address to send money to', () => {
  it.each([
    ['a token of any chain', evmChains.bsc.contracts.USDT ?? ''],
    ['a look-alike of a token', evmChains.polygon.strays[0] ?? ''],
    ['a token that the operator has set', ownToken],
    ['a router of Uniswap', uniswapContracts('avalanche').router],
    ['a quoter of Uniswap', uniswapContracts('ethereum').quoter],
    ['a router that the operator has set', own.router],
    ["Circle's messenger", tokenMessenger],
    ["Circle's transmitter", messageTransmitter],
    ["LI.FI's contract", lifiDiamond],
    ["LI.FI's contract for its fee", feeForwarder],
    ['a pool of Across', acrossPools.arbitrum ?? ''],
    ['Multicall', multicall3],
    ['the proxy that deploys the vault', deploymentProxy],
  ])('is not %s', async (_, address) => {
    expect(await check('evm', address)).toMatchObject({ kind: 'contract' });
    expect(await check('evm', address.toLowerCase())).toMatchObject({ kind: 'contract' });
  });

  it.each([
    ["USDC's mint", solanaChain.usdcMint],
    ["wrapped SOL's mint", 'So11111111111111111111111111111111111111112'],
    ['the token program', solanaChain.tokenProgram],
    ["Circle's program", messengerProgram],
    ["Jupiter's program", jupiterProgram],
  ])('is not %s', async (_, address) => {
    expect(await check('solana', address)).toMatchObject({ kind: 'contract' });
  });

  it.each(['evm_operator', 'evm_first_operator', 'file_account', 'evm_vault'] as const)(
    "is not the operator's: %s",
    async (name) => {
      expect(await check('evm', wallet[name])).toMatchObject({ kind: 'ours' });
    },
  );

  it.each(['solana_treasury', 'solana_fee_payer', 'solana_trader'] as const)(
    "is not the operator's: %s, nor its token account",
    async (name) => {
      expect(await check('solana', wallet[name])).toMatchObject({ kind: 'ours' });
      const account = await tokenAccountOf(wallet[name], solanaChain.usdcMint);
      expect(await check('solana', account)).toMatchObject({ kind: 'ours' });
    },
  );

  it('is none of the accounts that the fee payer signs payments by', async () => {
    const seeds = Array.from({ length: 16 }, (_, number) => `causeway nonce ${number}`);
    for (const seed of seeds) {
      const [baseAddress, programAddress] = [addressOf(wallet.solana_fee_payer), SYSTEM_PROGRAM_ADDRESS];
      const account = await createAddressWithSeed({ baseAddress, programAddress, seed });
      expect(await check('solana', account)).toMatchObject({ kind: 'ours' });
    }
  });

  it('is no deposit address, nor one that is ready for a payment', async () => {
    expect(await check('evm', deposit)).toMatchObject({ kind: 'ours' });
    expect(await check('solana', poolAddress)).toMatchObject({ kind: 'ours' });
  });

  it('is no cold address, of now or before, nor its token account', async () => {
    const { ctx } = service;
    const [now, before] = [
      '8Lh9ARvzhVfuCNcMuRKGGHRqTrHuuCdLfcrRv2JGzLJi',
      'Gq8QnVvUQnMjnZHGDXvHSZ9b1DvnFGnWqPDR7iJ3sYyg',
    ];
    for (const address of [now, before]) expect(await check('solana', address)).toEqual({ address });
    ctx.config.solanaCold = { address: now, maxUsd: 1 };
    await ctx.db`insert into cold_addresses (address, added_at) values (${before}, now())`;
    for (const address of [now, before]) {
      expect(await check('solana', address)).toMatchObject({ kind: 'ours' });
      const account = await tokenAccountOf(address, solanaChain.usdcMint);
      expect(await check('solana', account)).toMatchObject({ kind: 'ours' });
    }
  });

  it('can be any other', async () => {
    const somebody = '0x00000000000000000000000000000000000000AA';
    expect(await check('evm', ` ${somebody.toLowerCase()} `)).toEqual({ address: somebody });
  });
});

describe('the payer of a payment', () => {
  const customers = (payer: string | null) => customersAddress(service.ctx, service.ctx.db, 'base', payer);

  it('gets a refund if it is a wallet', async () => {
    const payer = '0x00000000000000000000000000000000000000AA';
    expect(await customers(payer)).toBe(payer);
    expect(await customers(null)).toBeNull();
  });

  it.each([
    ['the Diamond of LI.FI', lifiDiamond],
    ['a router that sweeps what is left of a swap', uniswapContracts('base').router],
    ['a deposit address of ours', deposit],
  ])('does not if it is %s: the refund waits for an address', async (_who, payer) => {
    expect(await customers(payer)).toBeNull();
  });
});

/** Every way to say where money goes. That of unapplied money is tried in unapplied-funds/resolving.test.ts. */
describe.each(['vault', 'deposit', 'router'] as const)('the address of a %s', (kind) => {
  const address = () => ({ vault: wallet.evm_vault, deposit, router: lifiDiamond })[kind];
  const option = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const waiting = async () => {
    const { payment_id } = await createPaid(service, option);
    return createRefund(service, { payment_id, amount: '4.04' });
  };

  it('is no payout wallet', async () => {
    expectRefusal(await owner.wallet(address()), 'INVALID_PARAMETER', 'address');
  });

  it('gets no refund', async () => {
    const { payment_id } = await createPaid(service, option);
    const body = { payment_id, amount: '4.04', address: address() };
    expectRefusal(await service.call('POST', '/refunds', { body }), 'INVALID_PARAMETER', 'address');
    const { refund_id } = await waiting();
    const given = await service.call('POST', `/refunds/${refund_id}/address`, {
      body: { address: address() },
    });
    expectRefusal(given, 'INVALID_PARAMETER', 'address');
  });

  it('is refused on the claim page', async () => {
    const { refund_id } = await waiting();
    const link = await service.call('POST', `/refunds/${refund_id}/claim_link`);
    const { pathname } = new URL(link.json.data.claim_url);
    const page = await call(`${service.url}${pathname}`, 'POST', {
      key: null,
      body: new URLSearchParams({ address: address(), confirmed: 'yes' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    expect(page.status).toBe(422);
    const { json } = await service.call('GET', `/refunds/${refund_id}`);
    expect(json.data).toMatchObject({ waiting_for: 'address' });
  });
});

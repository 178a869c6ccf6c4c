import { expect, it } from 'vitest';
import { fromCallText, type SolanaCall, toCallText } from '../../../../chains/solana/solana-call.ts';
import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import { burnCall, readBurn } from './burn.ts';
import { transmitterProgram } from './programs.ts';

const burner = {
  chain: solanaChain,
  treasury: 'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb',
  feePayer: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
};
const recipient = `0x${'00'.repeat(12)}${'11'.repeat(20)}` as const;
const order = { units: 123_456_789n, domain: 6, recipient, maxFee: 12_346n };

/** As Borsh writes DepositForBurnParams: amount, domain, recipient, caller, fee and finality, little-endian. */
it('writes a burn as Circle’s interface says', async () => {
  const { data } = fromCallText((await burnCall(burner, order)).data);
  expect(data).toBe(
    `d73c3d2e723780b015cd5b070000000006000000${recipient.slice(2)}${'00'.repeat(32)}3a30000000000000d0070000`,
  );
});

it('reads its own burns back', async () => {
  expect(await readBurn(burner, await burnCall(burner, order))).toEqual(order);
});

it.each([
  ['another program', { to: transmitterProgram }, {}],
  ['other data', {}, { data: 'd73c3d2e723780b0' }],
  ['an account less', {}, { accounts: [] }],
  ['more to compute', {}, { computeUnits: 1_400_000 }],
] as const)('does not read a call with %s', async (_name, changed, inside: Partial<SolanaCall>) => {
  const call = await burnCall(burner, order);
  const data = toCallText({ ...fromCallText(call.data), ...inside });
  expect(await readBurn(burner, { ...call, data, ...changed })).toBeNull();
});

it('does not read a burn from another account, one for any caller but all, or text that is no call', async () => {
  const call = await burnCall(burner, order);
  const others = await burnCall({ ...burner, treasury: burner.feePayer }, order);
  expect(await readBurn(burner, others)).toBeNull();
  const inside = fromCallText(call.data);
  const caller = `${inside.data.slice(0, 104)}${'22'.repeat(32)}${inside.data.slice(168)}`;
  expect(await readBurn(burner, { ...call, data: toCallText({ ...inside, data: caller }) })).toBeNull();
  expect(await readBurn(burner, { ...call, data: '0x' })).toBeNull();
});

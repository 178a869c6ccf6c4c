import { encodeFunctionData, keccak256 } from 'viem/utils';
import { expect, it } from 'vitest';
import { evmChains } from '../../../chains/evm/evm-chains.ts';
import { messageTransmitter, messengerAbi, tokenMessenger, topics, transmitterAbi } from './contracts.ts';
import { burnMessage, isBodyOf, readAttested } from './message.ts';

/** The sample message of @circle-fin/provider-cctp-v2 1.14.0, with the fields that the package decodes from it. */
const circle = {
  message:
    '0x000000010000000000000006f446cb82eb486fef485c14c301eaab73aa35f87e3feda3547acf0f33cd4b40f30000000000000000000000008fe6b999dc680ccfdd5bf7eb0974218be2542daa0000000000000000000000008fe6b999dc680ccfdd5bf7eb0974218be2542daa0000000000000000000000000000000000000000000000000000000000000000000003e8000003e8000000010000000000000000000000001c7d4b196cb0c7b01d743fbc6116a902379c723800000000000000000000000023f9a5bea7b92a0638520607407bc7f0310aeed400000000000000000000000000000000000000000000000000000000000186a0000000000000000000000000c5567a5e3370d4dbfb0540025078e283e36a363d000000000000000000000000000000000000000000000000000000000000000b000000000000000000000000000000000000000000000000000000000000000a0000000000000000000000000000000000000000000000000000000001f6b158',
  nonce: '0xf446cb82eb486fef485c14c301eaab73aa35f87e3feda3547acf0f33cd4b40f3',
  expirationBlock: 32_944_472n,
} as const;
const burn = {
  sourceDomain: 0,
  destinationDomain: 6,
  sourceMessenger: '0x8fe6b999dc680ccfdd5bf7eb0974218be2542daa',
  destinationMessenger: '0x8fe6b999dc680ccfdd5bf7eb0974218be2542daa',
  minFinality: 1000,
  burnToken: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
  mintRecipient: '0x23f9a5bea7b92a0638520607407bc7f0310aeed4',
  units: 100_000n,
  sender: '0xc5567a5e3370d4dbfb0540025078e283e36a363d',
  maxFee: 11n,
};

it('Circle’s own message is that of its burn, whatever Circle fills in', () => {
  const { message, nonce, expirationBlock } = circle;
  expect(readAttested(burnMessage(burn), message)).toEqual({ nonce, expirationBlock, fee: 10n });
  expect(isBodyOf(burnMessage(burn), `0x${message.slice(2 + 2 * 148)}`)).toBe(true);
});

it.each([
  ['source', { sourceDomain: 1 }],
  ['destination', { destinationDomain: 7 }],
  ['messenger', { sourceMessenger: tokenMessenger }],
  ['receiving messenger', { destinationMessenger: tokenMessenger }],
  ['finality', { minFinality: 2000 }],
  ['token', { burnToken: tokenMessenger }],
  ['recipient', { mintRecipient: burn.sender }],
  ['amount', { units: 100_001n }],
  ['sender', { sender: burn.mintRecipient }],
  ['fee', { maxFee: 10n }],
])('a message with another %s is not', (_name, other) => {
  const changed = burnMessage({ ...burn, ...other });
  expect(readAttested(changed, circle.message)).toBeNull();
});

it('a message with a hook, or one that is cut, is not', () => {
  expect(readAttested(burnMessage(burn), `${circle.message}00`)).toBeNull();
  expect(readAttested(burnMessage(burn), circle.message.slice(0, -2) as `0x${string}`)).toBeNull();
  expect(isBodyOf(burnMessage(burn), '0x')).toBe(false);
});

/** Encoded with the ABIs of @circle-fin/adapter-viem-v2 1.18.0, and compared with its addresses and topics. */
it('calls and events are those of Circle’s package', () => {
  expect(
    encodeFunctionData({
      abi: messengerAbi,
      functionName: 'depositForBurn',
      args: [
        123_456_789n,
        6,
        `0x${'00'.repeat(12)}${'11'.repeat(20)}`,
        evmChains.arbitrum.contracts.USDC ?? '0x',
        `0x${'00'.repeat(32)}`,
        12_346n,
        2000,
      ],
    }),
  ).toBe(
    '0x8e0250ee00000000000000000000000000000000000000000000000000000000075bcd1500000000000000000000000000000000000000000000000000000000000000060000000000000000000000001111111111111111111111111111111111111111000000000000000000000000af88d065e77c8cc2239327c5edb3a432268e58310000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000303a00000000000000000000000000000000000000000000000000000000000007d0',
  );
  const args = ['0x010203', `0x${'aa'.repeat(65)}`] as const;
  const mint = encodeFunctionData({ abi: transmitterAbi, functionName: 'receiveMessage', args });
  expect(keccak256(mint)).toBe('0x2b73fa530fce125477b7c4f658a7b2dac4bfc52a095b5064d1834379bec3dc91');
  expect(topics).toEqual({
    messageReceived: '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c',
    mintAndWithdraw: '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63',
  });
  expect([tokenMessenger, messageTransmitter]).toEqual([
    '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
    '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64',
  ]);
});

import { expect, it } from 'vitest';
import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import {
  addressTable,
  burnMark,
  cctpAccounts,
  messageMark,
  messengerProgram,
  mintMark,
  transmitterProgram,
} from './programs.ts';

const base = `0x${'00'.repeat(12)}833589fcd6edb6e08f4c7c32d4f71b54bda02913` as const;
const owner = 'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb';
const nonce = '0xf446cb82eb486fef485c14c301eaab73aa35f87e3feda3547acf0f33cd4b40f3';

/** Programs and table of @circle-fin/adapter-solana-kit 1.4.9; accounts by its seeds, derived with @solana/web3.js 1.98.4. */
it('programs, table and accounts are those of Circle’s package', async () => {
  const { usdcMint } = solanaChain;
  expect([messengerProgram, transmitterProgram, addressTable]).toEqual([
    'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe',
    'CCTPV2Sm4AdWt5296sk4P66VBZ7bEhcARwFaaS9YPbeC',
    'qj4EYgsGpnRdt9rvQW3wWZR8JVaKPg9rG9EB8DNgfz8',
  ]);
  const accounts = {
    messenger: await cctpAccounts.messenger(),
    minter: await cctpAccounts.minter(),
    senderAuthority: await cctpAccounts.senderAuthority(),
    messengerEvents: await cctpAccounts.messengerEvents(),
    localToken: await cctpAccounts.localToken(usdcMint),
    custody: await cctpAccounts.custody(usdcMint),
    denied: await cctpAccounts.denied(owner),
    remoteMessenger: await cctpAccounts.remoteMessenger(6),
    tokenPair: await cctpAccounts.tokenPair(6, base),
    transmitter: await cctpAccounts.transmitter(),
    transmitterEvents: await cctpAccounts.transmitterEvents(),
    authority: await cctpAccounts.authority(),
    usedNonce: await cctpAccounts.usedNonce(nonce),
  };
  expect(accounts).toEqual({
    messenger: 'AawthJCGRmggpfv9MMWV6Jmo9cue4gL9wUZgRBShg58W',
    minter: 'E1bQJ8eMMn3zmeSewW3HQ8zmJr7KR75JonbwAtWx2bux',
    senderAuthority: '45hzrGLQ2EGo1Ln7QpXjDwb589GDQ9H2aEXXw6ds6BFE',
    messengerEvents: '6TCCnJ9R1m1RXFzyoH7GYH2J6NJDtZaUvfipPuLWxHNd',
    localToken: 'CRBBbuLCyrkQy4dCTHxqstSmDQv4ajBeUVb9qUdMVaP1',
    custody: '6xTBTqJMBr5m7BKqVxmW2x11DfqUwtD3TJsqpxELx72L',
    denied: 'CPS6yGBTcVn5hcJz6bDUnMU9kGf6cJnBtRCkfZcrjhDF',
    remoteMessenger: 'BwmDYtQ7jFj8ddaTmKa7fz9hyuK9n58mvc8G7DYNcKjM',
    tokenPair: '3udrkuozTYGBVMyMdxmXWVTUrnpmSh7kEZiq67A8jTws',
    transmitter: 'W1k5ijkaSTo5iA5zChNpfzcy796fLhkBxfmJuR8W8HU',
    transmitterEvents: '2PcXTomVAbX5Es1NUZUkxwuCm8tvV4NmRk3fmQWFCWoV',
    authority: 'DsAdX23SVpTPYhKP2ua1mx8gTPqLyzx7a43cyxYjS2up',
    usedNonce: '2aRqLRxjncGjiVyapf6DwAX7JvYfpJbRUK5YobdLmZRb',
  });
});

it('marks are those of Circle’s interface definition', () => {
  expect([...burnMark]).toEqual([215, 60, 61, 46, 114, 55, 128, 176]);
  expect([...mintMark]).toEqual([38, 144, 127, 225, 31, 225, 238, 25]);
  expect([...messageMark]).toEqual([131, 100, 133, 56, 166, 225, 151, 60]);
});

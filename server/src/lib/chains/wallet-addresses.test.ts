import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase58, toBase58 } from './base58.ts';
import { parseWalletAddress } from './wallet-addresses.ts';

describe('an EVM address', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('%s from EIP-55 is unchanged, and restored from lower case', (address) => {
    expect(parseWalletAddress('evm', address)).toEqual({ address });
    expect(parseWalletAddress('evm', address.toLowerCase())).toEqual({ address });
  });

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee',
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    `0x${'0'.repeat(40)}`,
    '',
  ])('rejects %s', (text) => {
    expect(parseWalletAddress('evm', text)).toEqual({
      problem: expect.any(String),
      kind: expect.any(String),
    });
  });
});

describe('a Solana address', () => {
  it.each(['So11111111111111111111111111111111111111112', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'])(
    '%s is unchanged',
    (address) => {
      expect(parseWalletAddress('solana', address)).toEqual({ address });
    },
  );

  it.each([
    '1'.repeat(32),
    '1'.repeat(44),
    'So1111111111111111111111111111111111111111',
    '0OIl',
    '',
    'z'.repeat(44),
  ])('rejects %s', (text) => {
    expect(parseWalletAddress('solana', text)).toEqual({
      problem: expect.any(String),
      kind: expect.any(String),
    });
  });
});

it('base58 round-trips', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      expect(fromBase58(toBase58(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
    }),
  );
});

import { mnemonicToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { evmAccountOf, newWallet, openWallet, sealWallet } from './wallet.ts';
import { WalletError } from './wallet-error.ts';

const secrets = createSecrets([Buffer.alloc(32, 1)]);

it('opens again with the same master key', () => {
  const wallet = newWallet();
  expect(wallet.words.split(' ')).toHaveLength(24);
  const text = sealWallet(secrets, wallet);
  expect(text).not.toContain(wallet.words.split(' ').slice(0, 2).join(' '));
  expect(openWallet(secrets, text, 'wallet.json')).toEqual(wallet);
});

it('is another one each time', () => {
  expect(newWallet().evmOperator).not.toBe(newWallet().evmOperator);
});

it('has the account that other wallets make of its words', async () => {
  const { words, evmOperator } = newWallet();
  const other = mnemonicToAccount(words);
  expect(evmOperator).toBe(other.address);
  const message = 'the same key';
  expect(await evmAccountOf(words).signMessage({ message })).toBe(await other.signMessage({ message }));
});

it('says what to do with another master key', () => {
  const text = sealWallet(secrets, newWallet());
  const other = createSecrets([Buffer.alloc(32, 2)]);
  expect(() => openWallet(other, text, 'wallet.json')).toThrow(
    /^wallet\.json cannot be opened with this MASTER_KEY: .*Set MASTER_KEY/,
  );
});

it.each(['', 'null', '{}', '{"version":1}', '{"version":2,"evm_operator":"","sealed":"","key_id":""}'])(
  'refuses %s',
  (text) => {
    expect(() => openWallet(secrets, text, 'wallet.json')).toThrow(WalletError);
  },
);

it('notices a file whose address was changed', () => {
  const file = JSON.parse(sealWallet(secrets, newWallet()));
  const changed = JSON.stringify({ ...file, evm_operator: newWallet().evmOperator });
  expect(() => openWallet(secrets, changed, 'wallet.json')).toThrow('was changed');
});

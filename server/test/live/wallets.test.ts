import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWallet, loadWallet, resealWallet, selectedWallet } from '../../src/chains/wallets/wallets.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { startTestService, type TestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-wallet-'));
const path = join(folder, 'wallet.json');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { WALLET_FILE: path } });
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

it('writes nothing before the words are kept, and makes one wallet only', async () => {
  const { ctx } = service;
  await expect(selectedWallet(ctx)).rejects.toThrow('wallet create');
  expect(await resealWallet(ctx)).toBe('none');
  const refuse = () => Promise.reject(new Error('not kept'));
  await expect(createWallet(ctx, path, refuse)).rejects.toThrow('not kept');
  expect(() => statSync(path)).toThrow();

  let words = '';
  const row = await createWallet(ctx, path, async (wallet) => {
    words = wallet.words;
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await loadWallet(ctx, path)).toEqual({ words, evmOperator: row.evm_operator });
  expect(await selectedWallet(ctx)).toEqual(row);
  await expect(createWallet(ctx, join(folder, 'other.json'), async () => {})).rejects.toThrow('already');
});

it('goes on with the file after a kill between file and database', async () => {
  const { ctx } = service;
  const before = await selectedWallet(ctx);
  await ctx.db`delete from operator_wallet`;
  const again = await createWallet(ctx, path, async () => {});
  expect(again).toMatchObject({ evm_operator: before.evm_operator, evm_vault: before.evm_vault });
});

it('is sealed anew with the newest master key', async () => {
  const { ctx } = service;
  expect(await resealWallet(ctx)).toBe('newest key');
  const wallet = await loadWallet(ctx, path);
  const [old] = ctx.config.masterKeys;
  const next = Buffer.alloc(32, 9);
  const both = { ...ctx, secrets: createSecrets([next, old ?? next]) };
  const before = readFileSync(path, 'utf8');
  expect(await resealWallet(both)).toBe('resealed');
  expect(readFileSync(path, 'utf8')).not.toBe(before);
  const newOnly = { ...ctx, secrets: createSecrets([next]) };
  expect(await loadWallet(newOnly, path)).toEqual(wallet);
  expect(await resealWallet(newOnly)).toBe('newest key');
});

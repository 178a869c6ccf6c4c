import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { Address } from 'viem';
import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { secretFile } from '../../platform/secrets.ts';
import { vaultAddress } from '../evm/vault.ts';
import { feePayerAddress, seedOf, traderAddress, treasuryAddress } from './solana-keys.ts';
import { evmSettlerOf, newWallet, openWallet, sealWallet, type Wallet } from './wallet.ts';
import { WalletError } from './wallet-error.ts';
import type { WalletRow } from './wallet-row.ts';
import { insertWallet, selectWallet } from './wallet-store.ts';

/**
 * Makes the operator's wallet: the sealed file first, then the addresses in the database. After a kill in between,
 * calling it again goes on with the file that is there. `confirm` shows the words and returns once they are kept.
 */
export async function createWallet(
  ctx: Context,
  path: string,
  confirm: (wallet: Wallet) => Promise<void>,
): Promise<WalletRow> {
  const known = await selectWallet(ctx.db);
  if (known) throw new WalletError(`There is a wallet already, with operator ${known.evm_operator}.`);
  const wallet = existsSync(path) ? readWallet(ctx, path) : newWallet();
  await confirm(wallet);
  secretFile(path, () => sealWallet(ctx.secrets, wallet));
  const { evmOperator, words } = readWallet(ctx, path);
  const seed = seedOf(words);
  const row: WalletRow = {
    evm_operator: evmOperator,
    evm_vault: vaultAddress(evmOperator as Address),
    evm_settler: evmSettlerOf(words).address,
    solana_treasury: treasuryAddress(seed),
    solana_fee_payer: feePayerAddress(seed),
    solana_trader: traderAddress(seed),
    created_at: ctx.clock.now(),
  };
  if (!(await insertWallet(ctx.db, row))) throw new WalletError('Another wallet was made at the same time.');
  return row;
}

/** Throws when there is none. */
export async function selectedWallet(ctx: Context): Promise<WalletRow> {
  const row = await selectWallet(ctx.db);
  if (!row) throw new WalletError('There is no wallet yet. Run "causeway wallet create".');
  return row;
}

/** Where money for a connected wallet to pay goes to; null without a wallet. Needs no secret. */
export async function solanaTreasury(sql: Sql): Promise<string | null> {
  return (await selectWallet(sql))?.solana_treasury ?? null;
}

/** Throws when the file is not the wallet of this database. */
export async function loadWallet(ctx: Context, path: string): Promise<Wallet> {
  const wallet = readWallet(ctx, path);
  const known = await selectWallet(ctx.db);
  if (known?.evm_operator !== wallet.evmOperator)
    throw new WalletError(
      `${path} is the wallet of ${wallet.evmOperator}, and this database uses ${known?.evm_operator ?? 'none'}.`,
    );
  return wallet;
}

/** Seals the file anew when an older master key sealed it. The old file is replaced in one step. */
export async function resealWallet(
  ctx: Context,
): Promise<'none' | 'newest key' | 'resealed' | 'WALLET_FILE not set'> {
  if (!(await selectWallet(ctx.db))) return 'none';
  const path = ctx.config.walletFile;
  if (path === null) return 'WALLET_FILE not set';
  const wallet = await loadWallet(ctx, path);
  const text = sealWallet(ctx.secrets, wallet);
  if (keyIdOf(readFileSync(path, 'utf8')) === keyIdOf(text)) return 'newest key';
  const next = `${path}.new`;
  rmSync(next, { force: true });
  secretFile(next, () => text);
  renameSync(next, path);
  return 'resealed';
}

function keyIdOf(text: string): unknown {
  return JSON.parse(text).key_id;
}

function readWallet(ctx: Context, path: string): Wallet {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new WalletError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return openWallet(ctx.secrets, text, path);
}

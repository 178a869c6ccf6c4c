import { english, generateMnemonic, type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts';
import type { Secrets } from '../../platform/secrets.ts';
import { seedOf } from './solana/solana-keys.ts';
import { WalletError } from './wallet-error.ts';

/** Binds the sealed words to their use. */
const owner = 'operator wallet';

interface WalletFile {
  version: 1;
  /** The address that may call `pay` of the vault. */
  evm_operator: string;
  /** 24 words, sealed with the master key. */
  sealed: string;
  key_id: string;
}

export interface Wallet {
  evmOperator: string;
  /** 24 words (BIP-39): the backup, and the source of every key. */
  words: string;
}

export function newWallet(): Wallet {
  return walletOf(generateMnemonic(english, 256));
}

/**
 * m/44'/60'/0'/0/0, as every EVM wallet derives its first account: the words work there too. The seed comes from Node:
 * viem's own takes a quarter of a second of each start.
 */
export function evmAccountOf(words: string): HDAccount {
  return hdKeyToAccount(HDKey.fromMasterSeed(seedOf(words)));
}

/**
 * m/44'/60'/0'/0/1: pays the gas of payments by signature, and holds nothing else. A thief who has its key has its gas.
 */
export function evmSettlerOf(words: string): HDAccount {
  return hdKeyToAccount(HDKey.fromMasterSeed(seedOf(words)), { addressIndex: 1 });
}

function walletOf(words: string): Wallet {
  return { words, evmOperator: evmAccountOf(words).address };
}

export function sealWallet(secrets: Secrets, { words, evmOperator }: Wallet): string {
  const { sealed, keyId } = secrets.seal(words, owner);
  const file: WalletFile = {
    version: 1,
    evm_operator: evmOperator,
    sealed: sealed.toString('base64'),
    key_id: keyId,
  };
  return JSON.stringify(file, null, 2);
}

export function openWallet(secrets: Secrets, text: string, path: string): Wallet {
  const file = parse(text, path);
  const sealed = { sealed: Buffer.from(file.sealed, 'base64'), keyId: file.key_id };
  let wallet: Wallet;
  try {
    wallet = walletOf(secrets.open(sealed, owner));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WalletError(`${path} cannot be opened with this MASTER_KEY: ${why}`);
  }
  if (wallet.evmOperator !== file.evm_operator)
    throw new WalletError(
      `${path} was changed: its words are not those of ${file.evm_operator}. Restore it.`,
    );
  return wallet;
}

function parse(text: string, path: string): WalletFile {
  const wrong = new WalletError(`${path} is not a wallet file. Make one with "causeway wallet create".`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const file = json as Partial<WalletFile> | null;
  const isWhole =
    file?.version === 1 &&
    [file.evm_operator, file.sealed, file.key_id].every((field) => typeof field === 'string');
  if (!isWhole) throw wrong;
  return file as WalletFile;
}

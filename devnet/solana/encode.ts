import { type Address, getBase58Decoder, type ReadonlyUint8Array } from '@solana/kit';
import type { Account } from './account-versions.ts';
import type { TransactionRecord } from './ledger.ts';
import { invalidParams, NodeError } from './rpc-error.ts';
import { decimalsOf, tokenAccountOf, uiAmount } from './token-accounts.ts';
import { instructionsOf, tablesOf } from './wire.ts';

export interface AccountConfig {
  encoding?: string;
  dataSlice?: { offset: number; length: number };
}

const base58 = getBase58Decoder();
const maxU64 = 2n ** 64n - 1n;

export function encodeAccount(account: Account, config: AccountConfig, mintOf: (mint: Address) => Account) {
  if (!account) return null;
  const { encoding = 'base58', dataSlice } = config;
  const data = dataSlice
    ? account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length)
    : account.data;
  return {
    data:
      encoding === 'jsonParsed' ? (parsedToken(account, mintOf) ?? base64(data)) : encodeData(data, encoding),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: maxU64,
    space: account.data.length,
  };
}

function encodeData(data: ReadonlyUint8Array, encoding: string) {
  if (encoding === 'base64') return base64(data);
  if (encoding !== 'base58') throw invalidParams(`Invalid params: unknown variant \`${encoding}\``);
  return base58.decode(data);
}

function base64(data: ReadonlyUint8Array): [string, 'base64'] {
  return [Buffer.from(data).toString('base64'), 'base64'];
}

function parsedToken(account: Account, mintOf: (mint: Address) => Account) {
  const token = tokenAccountOf(account);
  if (!token || !account) return null;
  const { mint, owner, units } = token;
  const info = { mint, owner, state: 'initialized', tokenAmount: uiAmount(units, decimalsOf(mintOf(mint))) };
  return { program: 'spl-token', parsed: { info, type: 'account' }, space: account.data.length };
}

export interface TransactionConfig {
  encoding?: string;
  maxSupportedTransactionVersion?: number;
}

/** The answer of `getTransaction`. */
export function encodeTransaction(record: TransactionRecord, config: TransactionConfig) {
  const { wire, block } = record;
  const { version } = wire.message;
  const highest = config.maxSupportedTransactionVersion;
  if (version !== 'legacy' && (highest === undefined || highest < version))
    throw new NodeError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  return {
    blockTime: block.time,
    slot: block.slot,
    ...(highest === undefined ? {} : { version }),
    transaction: transactionOf(record, config.encoding ?? 'json'),
    meta: metaOf(record),
  };
}

function metaOf(record: TransactionRecord) {
  return {
    computeUnitsConsumed: record.units,
    err: record.err,
    fee: record.fee,
    innerInstructions: record.inner,
    loadedAddresses: record.wire.loaded,
    logMessages: record.logs,
    preBalances: record.preBalances,
    postBalances: record.postBalances,
    preTokenBalances: record.preTokens,
    postTokenBalances: record.postTokens,
    rewards: [],
    status: statusOf(record.err),
  };
}

export function statusOf(err: unknown) {
  return err === null ? { Ok: null } : { Err: err };
}

function transactionOf({ wire }: TransactionRecord, encoding: string) {
  if (encoding === 'base64') return base64(wire.bytes);
  if (encoding !== 'json') throw invalidParams(`Encoding \`${encoding}\` is not part of this node`);
  const { header, staticAccounts, lifetimeToken, version } = wire.message;
  const tables = tablesOf(wire.message).map(({ lookupTableAddress, ...indexes }) => ({
    accountKey: lookupTableAddress,
    ...indexes,
  }));
  return {
    message: {
      accountKeys: staticAccounts,
      ...(version === 'legacy' ? {} : { addressTableLookups: tables }),
      header: {
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        numRequiredSignatures: header.numSignerAccounts,
      },
      instructions: instructionsOf(wire.message).map(({ programAddressIndex, accountIndices, data }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices ?? [],
        data: base58.decode(data ?? new Uint8Array()),
        stackHeight: 1,
      })),
      recentBlockhash: lifetimeToken,
    },
    signatures: Object.values(wire.transaction.signatures).map((one) =>
      base58.decode(one ?? new Uint8Array(64)),
    ),
  };
}

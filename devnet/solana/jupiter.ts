import { createHash } from 'node:crypto';
import { type Address, address, type EncodedAccount, getAddressEncoder } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { systemProgram, tokenProgram, usdcMint, wrappedSolMint } from './addresses.ts';
import { accountOf, tableData, tableProgram } from './cctp/accounts.ts';
import { derivedAddress, type LocalProgram, type NamedAccount, ProgramFailure } from './local-program.ts';

/** Jupiter's aggregator, at its address of the real chain. */
export const jupiterProgram = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
const programLoader = address('BPFLoaderUpgradeab1e11111111111111111111111');
const text = (value: string) => Buffer.from(value);
/** What exchanges are made with, and a table that lists it. */
export const jupiterAccounts = {
  sol: derivedAddress(jupiterProgram, [text('pool SOL')]),
  usdc: derivedAddress(jupiterProgram, [text('pool USDC')]),
  owner: derivedAddress(jupiterProgram, [text('owner')]),
  events: derivedAddress(jupiterProgram, [text('__event_authority')]),
  table: derivedAddress(jupiterProgram, [text('table')]),
};

/** The price that Jupiter finds. Tests move it. */
export interface SolanaMarket {
  /** Units of USDC for one SOL. */
  usdcPerSol: bigint;
  /** Units of the result that it keeps beside its own limit, as a program that was changed might. */
  keeps?: bigint;
}

const lamportsPerSol = 10n ** 9n;
const poolLamports = 1_000_000n * lamportsPerSol;
const poolUsdc = 10n ** 15n;

/** What an amount of lamports or of USDC becomes. */
export function exchanged({ usdcPerSol }: SolanaMarket, isOfSol: boolean, units: bigint): bigint {
  return isOfSol ? (units * usdcPerSol) / lamportsPerSol : (units * lamportsPerSol) / usdcPerSol;
}

export function setUpJupiter(svm: LiteSVM): void {
  const rent = svm.minimumBalanceForRentExemption(165n);
  const bytes = (one: Address) => Buffer.from(getAddressEncoder().encode(one));
  const pool = (mint: Address, units: bigint, isNative: boolean): Buffer => {
    const data = Buffer.alloc(165);
    bytes(mint).copy(data);
    bytes(jupiterAccounts.owner).copy(data, 32);
    data.writeBigUInt64LE(units, 64);
    data[108] = 1;
    if (isNative) {
      data.writeUInt32LE(1, 109);
      data.writeBigUInt64LE(rent, 113);
    }
    return data;
  };
  const { sol, usdc, events, table } = jupiterAccounts;
  // It runs in this process, so its account has no code; whoever looks sees whose it is.
  svm.setAccount(accountOf(jupiterProgram, programLoader, new Uint8Array(36), rent));
  svm.setAccount(accountOf(sol, tokenProgram, pool(wrappedSolMint, poolLamports, true), rent + poolLamports));
  svm.setAccount(accountOf(usdc, tokenProgram, pool(usdcMint, poolUsdc, false), rent));
  const listed = tableData([sol, usdc, events, usdcMint, wrappedSolMint, systemProgram, tokenProgram]);
  svm.setAccount(
    accountOf(table, tableProgram, listed, svm.minimumBalanceForRentExemption(BigInt(listed.length))),
  );
}

const mark = (name: string) => createHash('sha256').update(`global:${name}`).digest().subarray(0, 8);
/** Jupiter's own number for too much slippage. */
const slippageExceeded = 6001;

function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ProgramFailure(6000, what);
}

/**
 * Jupiter, as far as its users see it: `route_v2` in one pool, by its published interface. Instructions of the token program
 * stand for what it does, for which the pool lends the trader as much as it pays.
 */
export function jupiter(svm: LiteSVM, market: SolanaMarket): LocalProgram {
  function run(accounts: readonly NamedAccount[], data: Buffer) {
    demand(data.subarray(0, 8).equals(mark('route_v2')) && data.length >= 30, 'instruction');
    const [trader, source, kept, fromMint, toMint] = accounts;
    demand(accounts.length >= 12 && !!trader?.signs && !!source?.writes && !!kept && !!toMint, 'accounts');
    const instead = accounts[7]?.address ?? jupiterProgram;
    const destination = instead === jupiterProgram ? kept.address : instead;
    const isOfSol = fromMint?.address === wrappedSolMint;
    const [units, quoted] = [data.readBigUInt64LE(8), data.readBigUInt64LE(16)];
    const result = exchanged(market, isOfSol, units);
    const least = (quoted * BigInt(10_000 - data.readUInt16LE(24))) / 10_000n;
    if (result < least) throw new ProgramFailure(slippageExceeded, 'SlippageToleranceExceeded');
    const [into, from] = isOfSol
      ? [jupiterAccounts.sol, jupiterAccounts.usdc]
      : [jupiterAccounts.usdc, jupiterAccounts.sol];
    const paid = result - (market.keeps ?? 0n);
    lend(from, trader.address, paid);
    return {
      instead: [
        move(source.address, into, trader.address, units),
        move(from, destination, trader.address, paid),
      ],
    };
  }

  /** Lets somebody take this much of the pool. */
  function lend(pool: Address, to: Address, units: bigint): void {
    const account = svm.getAccount(pool);
    if (!account.exists) return;
    const data = Buffer.from(account.data);
    data.writeUInt32LE(1, 72);
    Buffer.from(getAddressEncoder().encode(to)).copy(data, 76);
    data.writeBigUInt64LE(units, 121);
    svm.setAccount({ ...(account as EncodedAccount), data: new Uint8Array(data) });
  }
  return { address: jupiterProgram, run };
}

function move(from: Address, to: Address, owner: Address, units: bigint) {
  const data = Buffer.alloc(9);
  data.writeUInt8(3);
  data.writeBigUInt64LE(units, 1);
  return { program: tokenProgram, accounts: [from, to, owner], data };
}

import type { ServerResponse } from 'node:http';
import type { LiFiStep, Token } from '@lifi/types';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
} from '@solana-program/token';
import { tokenProgram, usdcMint, wrappedSolMint } from '../../../../devnet/solana/addresses.ts';
import {
  exchanged,
  jupiterAccounts,
  jupiterProgram,
  type SolanaMarket,
} from '../../../../devnet/solana/jupiter.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { jupiterMark } from '../../../src/treasury/routes/lifi/solana/jupiter.ts';

/** What LI.FI was asked for. */
interface Asked {
  isOfSol: boolean;
  units: bigint;
  trader: string;
  /** Who gets the result. */
  to: string;
}

/** An exchange by Jupiter, as its interface says. Attacks change it. */
interface Route {
  mark: Buffer;
  authority: string;
  source: string;
  destination: string;
  instead: string;
  units: bigint;
  quoted: bigint;
  slippageBps: number;
  feeBps: number;
  more: readonly { address: string; role: AccountRole }[];
}

/** What an attacker makes of an offer. */
export interface Change {
  route?(route: Route): Partial<Route>;
  instructions?(usual: Instruction[], asked: Asked): Instruction[];
  signer?: string;
  answer?: object;
}

const computeBudget = address('ComputeBudget111111111111111111111111111111');

function limit(): Instruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(2);
  data.writeUInt32LE(300_000, 1);
  return { programAddress: computeBudget, data: new Uint8Array(data) };
}

async function routeOf({ isOfSol, units, trader, to }: Asked, market: SolanaMarket): Promise<Route> {
  const [from, into] = isOfSol ? [wrappedSolMint, usdcMint] : [usdcMint, wrappedSolMint];
  return {
    mark: jupiterMark('route_v2'),
    authority: trader,
    source: await tokenAccountOf(trader, from),
    destination: await tokenAccountOf(to, into),
    instead: jupiterProgram,
    units,
    quoted: exchanged(market, isOfSol, units),
    slippageBps: 50,
    feeBps: 0,
    more: [],
  };
}

/** The instruction of Jupiter: amounts, slippage, fee, share of a better price, and one pool as its plan. */
function jupiterInstruction(route: Route, isOfSol: boolean): Instruction {
  const data = Buffer.alloc(40);
  route.mark.copy(data);
  data.writeBigUInt64LE(route.units, 8);
  data.writeBigUInt64LE(route.quoted, 16);
  data.writeUInt16LE(route.slippageBps, 24);
  data.writeUInt16LE(route.feeBps, 26);
  data.writeUInt32LE(1, 30);
  const { sol, usdc, events } = jupiterAccounts;
  const [from, into] = isOfSol ? [wrappedSolMint, usdcMint] : [usdcMint, wrappedSolMint];
  const named = (one: string, role: AccountRole) => ({ address: address(one), role });
  return {
    programAddress: jupiterProgram,
    data: new Uint8Array(data),
    accounts: [
      named(route.authority, AccountRole.READONLY_SIGNER),
      named(route.source, AccountRole.WRITABLE),
      named(route.destination, AccountRole.WRITABLE),
      named(from, AccountRole.READONLY),
      named(into, AccountRole.READONLY),
      named(tokenProgram, AccountRole.READONLY),
      named(tokenProgram, AccountRole.READONLY),
      named(route.instead, route.instead === jupiterProgram ? AccountRole.READONLY : AccountRole.WRITABLE),
      named(events, AccountRole.READONLY),
      named(jupiterProgram, AccountRole.READONLY),
      named(sol, AccountRole.WRITABLE),
      named(usdc, AccountRole.WRITABLE),
      ...route.more.map((one) => named(one.address, one.role)),
    ],
  };
}

/** The transaction that LI.FI would have the trader sign, in base64. */
async function transactionOf(asked: Asked, market: SolanaMarket, change: Change): Promise<string> {
  const { isOfSol, units } = asked;
  const trader = createNoopSigner(address(asked.trader));
  const wrapped = address(await tokenAccountOf(asked.trader, wrappedSolMint));
  const usual = await routeOf(asked, market);
  const route = { ...usual, ...change.route?.(usual) };
  const making = getCreateAssociatedTokenIdempotentInstruction({
    payer: trader,
    owner: trader.address,
    mint: wrappedSolMint,
    ata: wrapped,
  });
  const wrapping = [
    getTransferSolInstruction({ source: trader, destination: wrapped, amount: units }),
    getSyncNativeInstruction({ account: wrapped }),
  ];
  const instructions: Instruction[] = [
    limit(),
    making,
    ...(isOfSol ? wrapping : []),
    jupiterInstruction(route, isOfSol),
    getCloseAccountInstruction({ account: wrapped, destination: trader.address, owner: trader }),
  ];
  const { sol, usdc, events, table } = jupiterAccounts;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(address(change.signer ?? asked.trader), one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: usdcMint as string as Blockhash, lastValidBlockHeight: 0n },
        one,
      ),
    (one) =>
      appendTransactionMessageInstructions(change.instructions?.(instructions, asked) ?? instructions, one),
  );
  const tables = { [table]: [sol, usdc, events, usdcMint, wrappedSolMint] };
  return getBase64EncodedWireTransaction(
    compileTransaction(compressTransactionMessageUsingAddressLookupTables(message, tables)),
  );
}

/** LI.FI's answer to a question about Solana, in the shape of @lifi/types. */
async function offerFor(query: URLSearchParams, market: SolanaMarket, change: Change = {}) {
  const of = (name: string) => query.get(name) ?? '';
  const isOfSol = of('toToken') === usdcMint;
  const asked = { isOfSol, units: BigInt(of('fromAmount')), trader: of('fromAddress'), to: of('toAddress') };
  const worth = exchanged(market, isOfSol, asked.units);
  const token = (name: string): Token => ({
    address: of(name),
    chainId: 1151111081099710 as number,
    symbol: of(name) === usdcMint ? 'USDC' : 'SOL',
    name: 'A token',
    decimals: of(name) === usdcMint ? 6 : 9,
    priceUSD: '1',
  });
  const step = {
    id: '3b8f9d6e-0000-4000-8000-000000000000:0',
    type: 'lifi',
    tool: 'jupiter',
    toolDetails: { key: 'jupiter', name: 'Jupiter', logoURI: 'https://example.com/jupiter.svg' },
    action: {
      fromChainId: Number(of('fromChain')),
      toChainId: Number(of('toChain')),
      fromToken: token('fromToken'),
      toToken: token('toToken'),
      fromAmount: of('fromAmount'),
      fromAddress: asked.trader,
      toAddress: asked.to,
      slippage: 0.005,
    },
    estimate: {
      tool: 'jupiter',
      approvalAddress: '',
      fromAmount: of('fromAmount'),
      toAmount: worth.toString(),
      toAmountMin: ((worth * 995n) / 1000n).toString(),
      executionDuration: 1,
    },
    includedSteps: [],
    transactionRequest: { data: await transactionOf(asked, market, change) },
  } satisfies LiFiStep;
  return { ...step, ...change.answer };
}

/** Answers a request for a quote. */
export async function answerOffer(
  url: string,
  response: ServerResponse,
  market: SolanaMarket,
  change: Change = {},
): Promise<void> {
  const offer = await offerFor(new URL(url, 'http://lifi').searchParams, market, change);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(offer));
}

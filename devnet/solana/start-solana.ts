import type { EncodedAccount, Instruction, KeyPairSigner } from '@solana/kit';
import type { Outage, OutageKind } from '../evm/faults.ts';
import { createRandom } from '../evm/random.ts';
import { listen, type Route } from '../listen.ts';
import { setUpCctp } from './cctp/accounts.ts';
import { cctpPrograms, type IsAttested } from './cctp/programs.ts';
import { jupiter, type SolanaMarket, setUpJupiter } from './jupiter.ts';
import { createSolanaLedger } from './ledger.ts';
import { paymentInstructions, type SolanaPayment, signInstructions } from './payments.ts';
import { readMethods } from './read-methods.ts';
import { answerInProcess, type ServedNode, serveSolana } from './rpc-server.ts';
import { createRunner } from './running.ts';
import { createSendMethods } from './send-methods.ts';
import { createSvm } from './setup.ts';
import { createSocketServer, type SocketServer } from './socket-server.ts';
import { bankOf, type CommitmentLags } from './view.ts';
import { localSigner, localWallets } from './wallets.ts';
import { decodeWire } from './wire.ts';

export interface SolanaOptions {
  /** Null: only `route` serves it. */
  port?: number | null;
  /** Blocks by time. Without it they come when a test or a payment asks for them. */
  blockTimeMs?: number;
  /** Blocks behind the tip. */
  lags?: Partial<CommitmentLags>;
  startedAt?: Date;
  seed?: string;
  /** With it, Circle's programs are on the chain. */
  isAttested?: IsAttested;
  /** With it, Jupiter is on the chain. */
  market?: SolanaMarket;
}

/** Solana on this machine. */
export interface SolanaChain {
  /** Empty without a port. */
  url: string;
  /** Serves the node at a path of another server: JSON-RPC, and subscriptions by WebSocket. */
  route: Route;
  wallets: readonly KeyPairSigner[];
  /** May mint USDC. */
  authority: KeyPairSigner;
  /** Calls so far, by method. */
  calls: ReadonlyMap<string, number>;
  /** One call without HTTP, with the answer as a client would parse it. */
  answer(method: string, params: readonly unknown[]): unknown;
  slot(): number;
  /** Sends from a funded wallet, in a block of its own. Returns the signature. */
  pay(payment: SolanaPayment): Promise<string>;
  /** Any instructions, in a block of their own. A failing transaction is part of its block too. */
  transact(payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<string>;
  mine(blocks?: number): void;
  /** The cluster votes for another fork: the newest blocks are gone, with transactions that are not kept. */
  fork(depth: number, keep?: readonly string[] | 'all'): void;
  /** As if it had always been so. */
  setAccount(account: EncodedAccount): void;
  rentFor(bytes: number): bigint;
  /** Answers from older blocks. Several values take turns, one for each request. */
  lag(...blocks: number[]): void;
  outage(on: false | OutageKind | Outage): void;
  stop(): Promise<void>;
}

const slotMs = 400;
const defaultLags: CommitmentLags = { processed: 0, confirmed: 1, finalized: 32 };

/** Starts a Solana node in this process: LiteSVM runs the transactions, the rest is ours. */
export async function startSolana(options: SolanaOptions = {}): Promise<SolanaChain> {
  const { port = 0, blockTimeMs, startedAt = new Date(), seed = 'devnet', isAttested, market } = options;
  const [wallets, authority] = await Promise.all([localWallets(), localSigner('authority')]);
  const svm = await createSvm(wallets, authority.address);
  if (isAttested) setUpCctp(svm);
  if (market) setUpJupiter(svm);
  const runner = createRunner(svm, [
    ...(isAttested ? cctpPrograms(svm, isAttested) : []),
    ...(market ? [jupiter(svm, market)] : []),
  ]);
  // Blocks by time have the real time; others that of a chain with a block every 400 ms.
  const timeOf = (slots: number) =>
    blockTimeMs === undefined ? startedAt.getTime() + slots * slotMs : Date.now();
  let sockets: SocketServer | null = null;
  const ledger = createSolanaLedger(svm, timeOf, () => sockets?.blockCame(), runner);
  const lags = { ...defaultLags, ...options.lags };
  // So that finalized blocks exist from the start.
  ledger.mine(lags.finalized + 1);
  const node: ServedNode = {
    ledger,
    lags,
    methods: { ...readMethods, ...createSendMethods(svm, runner) },
    faults: { lag: [0], outage: null },
    random: createRandom(`${seed} solana`),
    calls: new Map(),
    requests: 0,
  };
  sockets = createSocketServer(node);
  const serve: Route = (request, response) => serveSolana(node, request, response);
  const route = Object.assign(serve, { upgrade: sockets.upgrade });
  const server = port === null ? null : await listen(port, () => route);
  const timer = blockTimeMs === undefined ? undefined : setInterval(() => ledger.mine(), blockTimeMs);

  async function transact(payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<string> {
    // A finalized blockhash, as careful wallets take it: the transaction survives a fork.
    const { hash } = bankOf({ ledger, lags, behind: 0 }, { commitment: 'finalized' });
    const { signature, wire } = await signInstructions(payer, instructions, hash);
    ledger.submit(decodeWire(new Uint8Array(Buffer.from(wire, 'base64')), ledger.accounts.newest));
    ledger.mine();
    return signature;
  }

  return {
    url: server?.url ?? '',
    route,
    wallets,
    authority,
    calls: node.calls,
    answer: (method, params) => answerInProcess(node, method, params),
    slot: () => ledger.tip().slot,
    async pay(payment) {
      const from = payment.from ?? (wallets[0] as KeyPairSigner);
      return transact(from, await paymentInstructions(payment, from));
    },
    transact,
    mine: (blocks) => ledger.mine(blocks),
    fork(depth, keep = []) {
      if (depth >= lags.finalized) throw new RangeError('A finalized block is never given up.');
      ledger.drop(depth, (signature) => keep === 'all' || keep.includes(signature));
      ledger.mine();
    },
    setAccount: (account) => ledger.accounts.set(account),
    rentFor: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    lag(...blocks) {
      node.faults.lag = blocks.length > 0 ? blocks : [0];
      node.requests = 0;
    },
    outage(on) {
      node.faults.outage = typeof on === 'string' ? { kind: on } : on || null;
    },
    async stop() {
      clearInterval(timer);
      await server?.stop();
    },
  };
}

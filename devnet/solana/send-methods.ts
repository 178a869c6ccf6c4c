import { type Address, getBase58Encoder } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { type AccountConfig, encodeAccount } from './encode.ts';
import type { Block } from './ledger.ts';
import { configOf, type Method } from './read-methods.ts';
import { invalidParams, NodeError } from './rpc-error.ts';
import { createRunner, type Runner } from './running.ts';
import { bankOf, type Commitment, type View, withContext } from './view.ts';
import { decodeWire, feeOf, type WireTransaction } from './wire.ts';

interface SendConfig {
  encoding?: string;
  skipPreflight?: boolean;
  preflightCommitment?: Commitment;
  sigVerify?: boolean;
  replaceRecentBlockhash?: boolean;
  commitment?: Commitment;
  accounts?: AccountConfig & { addresses: Address[] };
}

/** Methods that take a transaction, and those that tell what one costs. */
export function createSendMethods(
  svm: LiteSVM,
  runner: Runner = createRunner(svm, []),
): Record<string, Method> {
  function simulate(view: View, wire: WireTransaction, block: Block | null, isVerified: boolean) {
    const isOld = block && !view.ledger.mayLand(wire, block);
    if (view.ledger.find(wire.signature)) return { err: 'AlreadyProcessed', logs: [], units: 0n };
    if (isOld) return { err: 'BlockhashNotFound', logs: [], units: 0n };
    return runner.simulate(wire, isVerified);
  }

  function preflight(view: View, wire: WireTransaction, config: SendConfig): void {
    const block = bankOf(view, { commitment: config.preflightCommitment ?? 'finalized' });
    const { err, logs, units } = simulate(view, wire, block, true);
    if (err === 'SignatureFailure') throw new NodeError(-32003, 'Transaction signature verification failure');
    if (err === null) return;
    const words = typeof err === 'string' ? err : JSON.stringify(err);
    const data = {
      accounts: null,
      err,
      innerInstructions: null,
      logs,
      returnData: null,
      unitsConsumed: units,
    };
    throw new NodeError(-32002, `Transaction simulation failed: ${words}`, data);
  }

  return {
    getMinimumBalanceForRentExemption: (_view, [bytes]) =>
      svm.minimumBalanceForRentExemption(BigInt(Number(bytes))),
    getRecentPrioritizationFees: (view) =>
      view.ledger.blocks.slice(-150).map(({ slot }) => ({ prioritizationFee: 0, slot })),
    getFeeForMessage(view, [text, config]) {
      const block = bankOf(view, configOf(config));
      // A message is a transaction whose signatures are empty.
      const bytes = Buffer.from(String(text), 'base64');
      const isVersioned = (bytes[0] ?? 0) >= 128;
      const signers = bytes[isVersioned ? 1 : 0] ?? 0;
      const unsigned = Buffer.concat([Buffer.from([signers]), Buffer.alloc(64 * signers), bytes]);
      return withContext(block, feeOf(decodeWire(unsigned, view.ledger.accounts.newest)));
    },
    sendTransaction(view, [text, given]) {
      const config = configOf<SendConfig>(given);
      const wire = decodeWire(bytesOf(text, config.encoding), view.ledger.accounts.newest);
      if (!config.skipPreflight) preflight(view, wire, config);
      view.ledger.submit(wire);
      return wire.signature;
    },
    simulateTransaction(view, [text, given]) {
      const config = configOf<SendConfig>(given);
      const block = bankOf(view, config);
      const wire = decodeWire(bytesOf(text, config.encoding), view.ledger.accounts.newest);
      const isReplaced = config.replaceRecentBlockhash === true;
      const ran = simulate(view, wire, isReplaced ? null : block, config.sigVerify === true);
      const { err, logs, units } = ran;
      const changed = 'accounts' in ran ? (ran.accounts ?? []) : [];
      const after = (address: Address) =>
        changed.find((one) => one.address === address) ?? view.ledger.accounts.newest(address);
      const accounts =
        config.accounts?.addresses.map((address) =>
          encodeAccount(after(address), config.accounts ?? {}, after),
        ) ?? null;
      return withContext(block, { accounts, err, logs, returnData: null, unitsConsumed: units });
    },
  };
}

function bytesOf(text: unknown, encoding = 'base58'): Uint8Array {
  if (encoding === 'base64') return new Uint8Array(Buffer.from(String(text), 'base64'));
  try {
    return new Uint8Array(getBase58Encoder().encode(String(text)));
  } catch {
    throw invalidParams('invalid base58 encoding');
  }
}

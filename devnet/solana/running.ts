import { createPublicKey, verify } from 'node:crypto';
import {
  type Address,
  type EncodedAccount,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageEncoder,
  type Transaction,
} from '@solana/kit';
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm';
import { errorOf } from './error-names.ts';
import { type Effect, type LocalProgram, ProgramFailure } from './local-program.ts';
import { feeOf, instructionsOf, type WireTransaction } from './wire.ts';

export interface InnerInstructions {
  index: number;
  instructions: { programIdIndex: number; accounts: number[]; data: string; stackHeight: number }[];
}

/** What a transaction did, or would do. */
interface Ran {
  /** Null when it succeeded. */
  err: unknown;
  units: bigint;
  logs: string[];
  inner: InnerInstructions[];
}

/** Runs transactions: LiteSVM all instructions that it has programs for, and programs of this process the others. */
export interface Runner {
  send(wire: WireTransaction): Ran;
  /** With the accounts that it changes. */
  simulate(wire: WireTransaction, isVerified: boolean): Ran & { accounts?: EncodedAccount[] };
}

/** How DER names an ed25519 public key of 32 bytes that follow. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');

export function createRunner(svm: LiteSVM, programs: readonly LocalProgram[]): Runner {
  /** The programs' part, by the place of each instruction. */
  function check(wire: WireTransaction): { effects: Map<number, Effect> } | { err: unknown } {
    const effects = new Map<number, Effect>();
    for (const [index, one] of instructionsOf(wire.message).entries()) {
      const program = programs.find(({ address }) => address === wire.keys[one.programAddressIndex]);
      if (!program) continue;
      const accounts = (one.accountIndices ?? []).map((at) => ({
        address: wire.keys[at] as Address,
        signs: at < wire.signers,
        writes: wire.writable[at] === true,
      }));
      try {
        effects.set(index, program.run(accounts, Buffer.from(one.data ?? [])));
      } catch (error) {
        if (!(error instanceof ProgramFailure)) throw error;
        return { err: { InstructionError: [index, { Custom: error.code }] } };
      }
    }
    return { effects };
  }

  const isLocal = ({ message, keys }: WireTransaction) =>
    instructionsOf(message).some((one) =>
      programs.some(({ address }) => address === keys[one.programAddressIndex]),
    );

  /** The transaction with what stands for instructions of local programs. Its signatures were for another one. */
  function rest(wire: WireTransaction, effects: ReadonlyMap<number, Effect>): Transaction {
    const place = (address: Address) => wire.keys.indexOf(address);
    const instructions = instructionsOf(wire.message).flatMap((one, index) => {
      const effect = effects.get(index);
      if (!effect) return [one];
      if (!('instead' in effect)) return [];
      return effect.instead.map(({ program, accounts, data }) => ({
        programAddressIndex: place(program),
        accountIndices: accounts.map(place),
        data: new Uint8Array(data),
      }));
    });
    const message = { ...wire.message, instructions };
    const messageBytes = getCompiledTransactionMessageEncoder().encode(message as never);
    return { ...wire.transaction, messageBytes: messageBytes as Transaction['messageBytes'] };
  }

  function unverified<T>(work: () => T): T {
    svm.withSigverify(false);
    try {
      return work();
    } finally {
      svm.withSigverify(true);
    }
  }

  function charge(wire: WireTransaction): void {
    const payer = svm.getAccount(wire.keys[0] as Address);
    if (payer.exists)
      svm.setAccount({ ...payer, lamports: (payer.lamports - feeOf(wire)) as typeof payer.lamports });
  }

  return {
    send(wire) {
      if (!isLocal(wire)) return ranOf(svm.sendTransaction(wire.transaction));
      if (!isSigned(wire)) return failed('SignatureFailure');
      const checked = check(wire);
      if ('err' in checked) {
        charge(wire);
        return failed(checked.err);
      }
      const ran = ranOf(unverified(() => svm.sendTransaction(rest(wire, checked.effects))));
      if (ran.err === null)
        for (const effect of checked.effects.values()) if (!('instead' in effect)) effect();
      return ran;
    },
    simulate(wire, isVerified) {
      const checked = isLocal(wire) ? check(wire) : null;
      if (checked && 'err' in checked) return failed(checked.err);
      if (checked && isVerified && !isSigned(wire)) return failed('SignatureFailure');
      const simulate = () =>
        svm.simulateTransaction(checked ? rest(wire, checked.effects) : wire.transaction);
      const result = isVerified && !checked ? simulate() : unverified(simulate);
      const meta = result.meta();
      const ran = { units: meta.computeUnitsConsumed(), logs: meta.logs(), inner: [] };
      if (result instanceof FailedTransactionMetadata) return { ...ran, err: errorOf(result), accounts: [] };
      return { ...ran, err: null, accounts: result.postAccounts() };
    },
  };
}

function failed(err: unknown): Ran {
  return { err, units: 0n, logs: [], inner: [] };
}

function ranOf(result: TransactionMetadata | FailedTransactionMetadata): Ran {
  const isFailed = result instanceof FailedTransactionMetadata;
  const meta = isFailed ? result.meta() : result;
  return {
    err: isFailed ? errorOf(result) : null,
    units: meta.computeUnitsConsumed(),
    logs: meta.logs(),
    inner: innerOf(meta),
  };
}

function isSigned({ transaction }: WireTransaction): boolean {
  return Object.entries(transaction.signatures).every(([who, signature]) => {
    const der = Buffer.concat([spki, Buffer.from(getAddressEncoder().encode(who as Address))]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return signature !== null && verify(null, Buffer.from(transaction.messageBytes), key, signature);
  });
}

function innerOf(meta: TransactionMetadata): InnerInstructions[] {
  return meta.innerInstructions().flatMap((list, index) => {
    const instructions = list.map((inner) => {
      const compiled = inner.instruction();
      return {
        programIdIndex: compiled.programIdIndex(),
        accounts: [...compiled.accounts()],
        data: getBase58Decoder().decode(compiled.data()),
        stackHeight: inner.stackHeight(),
      };
    });
    return instructions.length > 0 ? [{ index, instructions }] : [];
  });
}

import type { Context } from '../../app/context.ts';
import { reasonOf, SignerError } from './signer-error.ts';
import { upsertSigner, type WatchedKey } from './signer-store.ts';

/** Measures and records what a signer does, so that transfers wait and the operator is told while it does not sign. */
export interface SignerWatch {
  /** Throws a SignerError with a whole sentence. Right after a failure it does so without asking again. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Why it does not sign now; null if it does. Asked before transfers get a transaction. */
  refusal(probe: () => Promise<void>): Promise<string | null>;
}

/** A signer that hangs is asked once in this time, and not for each of many transactions. */
const restMs = 5000;

/** Of one worker, for one chain. A key in the file cannot fail, and is not measured. */
export function createSignerWatch(
  { db, clock, log, metrics }: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>,
  watched: WatchedKey,
): SignerWatch {
  const { chain, key, kind } = watched;
  /** Undefined until it was asked. */
  let last: { problem: string | null; atMs: number } | undefined;

  async function note(problem: string | null): Promise<void> {
    const before = last;
    last = { problem, atMs: clock.nowMs() };
    if (before && before.problem === problem) return;
    if (problem !== null) log.error({ chain, key, kind, problem }, 'a signer does not sign');
    else if (before) log.info({ chain, key, kind }, 'a signer signs again');
    await upsertSigner(db, watched, problem, clock.now());
  }

  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const end = metrics.transfers.signing.startTimer({ key, kind });
    try {
      const result = await work();
      end({ result: 'signed' });
      return result;
    } catch (error) {
      end({ result: 'failed' });
      throw new SignerError(`The signer of the ${key} (${kind}) does not sign: ${reasonOf(error)}.`);
    }
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (kind === 'file') return work();
    if (last && last.problem !== null && clock.nowMs() - last.atMs < restMs)
      throw new SignerError(last.problem);
    let result: T;
    try {
      result = await measured(work);
    } catch (error) {
      await note(reasonOf(error));
      throw error;
    }
    await note(null);
    return result;
  }

  return {
    run,
    async refusal(probe) {
      if (kind === 'file') {
        if (!last) await note(null);
        return null;
      }
      if (last?.problem === null) return null;
      try {
        await run(probe);
        return null;
      } catch (error) {
        if (error instanceof SignerError) return error.message;
        throw error;
      }
    },
  };
}

/** Thrown to roll back when another worker took the same transfers or nonce first. */
export class TakenByAnotherWorker extends Error {}

export async function ignoreIfTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TakenByAnotherWorker)) throw error;
  }
}

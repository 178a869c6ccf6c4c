/** Another worker was quicker: the transaction, with the nonce it took, is rolled back. */
export class TakenMeanwhile extends Error {}

export async function unlessTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error;
  }
}

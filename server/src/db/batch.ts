interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Lets calls share round trips: those made in one turn of the event loop, and those made while `maxInFlight` batches are
 * under way. `load` gets the keys in order and answers in the same order. Under load a call costs a fraction of a
 * round trip; alone it waits for nothing.
 */
export function createBatch<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  maxKeys: number,
  maxInFlight: number,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight === maxInFlight) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void flush(waiting.splice(0, maxKeys));
      schedule();
    });
  }

  async function flush(batch: Waiting<Key, Value>[]): Promise<void> {
    inFlight++;
    try {
      const values = await load(batch.map((entry) => entry.key));
      for (const [index, entry] of batch.entries()) entry.resolve(values[index] as Value);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      inFlight--;
      schedule();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}

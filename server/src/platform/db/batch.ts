interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Combines calls into one round trip: calls from the same turn of the event loop, and calls made while `maxInFlight`
 * batches are running. `load` must return the values in the order of the keys. A single call is not delayed.
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

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Lets calls made in the same turn of the event loop share one round trip. `load` gets the keys in order and answers
 * in the same order. Under load a read costs a fraction of a round trip; alone it waits for nothing.
 */
export function createBatch<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  maxKeys: number,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];

  async function flush(): Promise<void> {
    const batch = waiting.splice(0, maxKeys);
    if (waiting.length > 0) setImmediate(flush);
    try {
      const values = await load(batch.map((entry) => entry.key));
      for (const [index, entry] of batch.entries()) entry.resolve(values[index] as Value);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(flush);
    });
}

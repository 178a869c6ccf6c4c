import { createHash } from 'node:crypto';

/**
 * Hashes at once, until the returned function is called. Web Crypto does it in a thread, and how many turns of the event
 * loop that takes is up to the machine. The Solana library derives addresses with it.
 */
export function holdDigests(): () => void {
  const { subtle } = globalThis.crypto;
  Object.defineProperty(subtle, 'digest', { configurable: true, value: digestNow });
  // What is left is the method of its prototype.
  return () => void Reflect.deleteProperty(subtle, 'digest');
}

async function digestNow(
  algorithm: string | { name: string },
  data: ArrayBuffer | ArrayBufferView,
): Promise<ArrayBuffer> {
  const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return Uint8Array.from(createHash(name.replace('-', '')).update(bytes).digest()).buffer;
}

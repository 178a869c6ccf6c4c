import { expect, it } from 'vitest';
import { toBase58 as serverToBase58 } from '../../../server/src/lib/chains/base58.ts';
import { toBase58 } from './base58.ts';

it.each([[[0]], [[0, 0, 1]], [[255, 254, 253]], [Array.from({ length: 64 }, (_, i) => (i * 37) % 256)]])(
  'writes %j as the service does',
  (list) => {
    const bytes = Uint8Array.from(list);
    expect(toBase58(bytes)).toBe(serverToBase58(Buffer.from(bytes)));
  },
);

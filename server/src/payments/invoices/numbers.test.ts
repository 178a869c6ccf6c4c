import { describe, expect, it } from 'vitest';
import { generatedNumber, sequenceIn } from './numbers.ts';

describe('invoice numbers', () => {
  it.each([
    [1n, 'INV-000001'],
    [999_999n, 'INV-999999'],
    [1_000_000n, 'INV-1000000'],
  ])('%s is written %s and read back', (n, text) => {
    expect(generatedNumber(n)).toBe(text);
    expect(sequenceIn(text)).toBe(n);
  });

  it.each([
    'INV-1',
    'INV-0000001',
    'inv-000001',
    'INV-000001 ',
    'INV-00000a',
    'X-000001',
    `INV-1${'0'.repeat(15)}`,
  ])('%j is never generated', (text) => {
    expect(sequenceIn(text)).toBeNull();
  });
});

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pictureSize, pictures } from './pictures.ts';

const all = Object.entries(pictures);

it.each(all)('%s has a surface and one mark, which lies above the rest', (_name, strokes) => {
  const inks = strokes.map(([ink]) => ink);
  expect(inks).toContain('back');
  expect(inks.filter((ink) => ink === 'mark')).toHaveLength(1);
  expect(inks.at(-1)).toBe('mark');
});

it.each(all)('%s begins its strokes inside of the picture', (_name, strokes) => {
  for (const [, path] of strokes) {
    for (const [, x, y] of path.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(2);
      expect(Number(x)).toBeLessThanOrEqual(pictureSize.width - 2);
      expect(Number(y)).toBeGreaterThanOrEqual(2);
      expect(Number(y)).toBeLessThanOrEqual(pictureSize.height - 2);
    }
  }
});

it('all of them together weigh less than 2 KiB', () => {
  expect(gzipSync(JSON.stringify(pictures)).length).toBeLessThan(2048);
});

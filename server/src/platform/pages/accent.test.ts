import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentStyles, contrast, type Scheme, shadesOf } from './accent.ts';

const extremes = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ffd400',
  '#00ff00',
  '#0000ff',
  '#ff0000',
  '#777777',
  '#767676',
];
/** Every third of each part, so that all hues, tints and shades are met. */
const parts = ['00', '55', 'aa', 'ff'];
const everywhere = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

const theme = readFileSync(new URL('../../../../web/shared/theme.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = theme.split('prefers-color-scheme: dark');

/** A colour of the pages, as the theme has it. */
function themed(scheme: Scheme, name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]+);`).exec(scheme === 'light' ? light : dark)?.[1] ?? '';
  return value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value;
}

describe.each(['light', 'dark'] as const)('shades in the %s scheme', (scheme) => {
  const backgrounds = ['surface', 'tint', 'raised'].map((name) => themed(scheme, name));

  it.each([...extremes, ...everywhere])('of %s keep text and controls readable', (color) => {
    const { fill, hover, on, line, soft, text } = shadesOf(color, scheme);
    expect(fill).toBe(color);
    expect(contrast(on, fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(on, hover)).toBeGreaterThanOrEqual(4.5);
    for (const name of ['text', 'muted'])
      expect(contrast(themed(scheme, name), soft)).toBeGreaterThanOrEqual(4.5);
    for (const background of [...backgrounds, soft])
      expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
    for (const background of backgrounds) expect(contrast(line, background)).toBeGreaterThanOrEqual(3);
  });
});

it('leaves a colour that is readable as it is', () => {
  expect(shadesOf('#7a1fa2', 'light')).toMatchObject({ line: '#7a1fa2', text: '#7a1fa2', on: '#ffffff' });
});

it('measures contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('overrides every colour of the theme that comes from the accent, for the screen only', () => {
  const styles = accentStyles('#aa0055');
  for (const [, name = ''] of theme.matchAll(/--((?:on-)?accent[a-z-]*):/g))
    expect(styles).toContain(`--${name}:#`);
  expect(styles).not.toMatch(/(^|})@media(?! screen)/);
});

/**
 * Shades of a merchant's colour for one colour scheme. Text on `fill`, `hover` and `soft`, and `text` on any background,
 * meet WCAG AA (4.5:1); `line` meets what it asks of borders and controls (3:1).
 */
export interface Shades {
  /** Background of buttons: the merchant's colour as it is. */
  fill: string;
  hover: string;
  /** Text on `fill` and `hover`. */
  on: string;
  /** Borders, progress bars and checked controls. */
  line: string;
  /** Background of what is selected. */
  soft: string;
  /** Links and coloured text. */
  text: string;
}

type Rgb = readonly [number, number, number];

/** Backgrounds of the pages (web/shared/theme.css): the usual one first. Those of e-mails lie between them. */
const schemes = {
  light: { backgrounds: ['#ffffff', '#f4f5f7'], away: '#000000', softness: 0.08 },
  dark: { backgrounds: ['#14161b', '#0d0f13', '#1b1e25'], away: '#ffffff', softness: 0.12 },
} as const;
export type Scheme = keyof typeof schemes;

const textContrast = 4.5;
const lineContrast = 3;
const steps = 25;

/** `color` is #rrggbb. */
export function shadesOf(color: string, scheme: Scheme): Shades {
  const { backgrounds, away, softness } = schemes[scheme];
  // Where white is too faint, black has at least 4.6:1.
  const on = contrast('#ffffff', color) >= textContrast ? '#ffffff' : '#000000';
  const soft = mix(backgrounds[0], color, softness);
  return {
    fill: color,
    hover: mix(color, on === '#ffffff' ? '#000000' : '#ffffff', 0.15),
    on,
    line: readable(color, away, backgrounds, lineContrast),
    soft,
    text: readable(color, away, [...backgrounds, soft], textContrast),
  };
}

/** Moves a colour towards black or white, only as far as the contrast needs. */
function readable(color: string, away: string, backgrounds: readonly string[], least: number): string {
  for (let step = 0; step < steps; step++) {
    const shade = mix(color, away, step / steps);
    if (backgrounds.every((background) => contrast(shade, background) >= least)) return shade;
  }
  return away;
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** `share` of the second colour, 0 to 1. */
function mix(from: string, to: string, share: number): string {
  const other = rgbOf(to);
  const mixed = rgbOf(from).map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Overrides the colours of web/shared/theme.css. Not in print, which is black on white. */
export function accentStyles(color: string): string {
  const rule = (scheme: Scheme) => {
    const { fill, hover, on, line, soft, text } = shadesOf(color, scheme);
    return `:root{--accent:${fill};--accent-hover:${hover};--on-accent:${on};--accent-line:${line};--accent-soft:${soft};--accent-text:${text}}`;
  };
  return `@media screen{${rule('light')}}@media screen and (prefers-color-scheme:dark){${rule('dark')}}\n`;
}

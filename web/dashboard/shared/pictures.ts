/** Drawings of empty pages, in strokes of one width. They say nothing that the text beside them does not. */

/**
 * `back` and `front` are surfaces, `line` is quiet, `mark` is the one thing the eye should find, and `glow` lies below it.
 */
type Ink = 'back' | 'front' | 'line' | 'glow' | 'mark';
type Stroke = readonly [Ink, string];

export const pictureSize = { width: 120, height: 72 };

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

const box = (x: number, y: number, width: number, height: number, r = 6) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

/** With a mark inside. */
const badge = (x: number, y: number, mark: string): Stroke[] => [
  ['glow', circle(x, y, 11)],
  ['mark', mark],
];

export const pictures = {
  page: [
    ['back', box(26, 6, 68, 46)],
    ['front', box(14, 16, 92, 50, 7)],
    ['line', 'M26 32h30M26 42h46M26 52h22'],
    ...badge(90, 36, 'M86 36h8'),
  ],
  payment: [
    ['back', box(28, 6, 68, 44)],
    ['front', box(14, 16, 82, 50, 7)],
    ['line', 'M14 30h82M26 54h18'],
    ...badge(94, 52, 'm89.5 52 3 3.2 6-6.5'),
  ],
  invoice: [
    ['back', box(46, 6, 44, 54)],
    ['front', 'M32 10h46v56l-5.75-4-5.75 4-5.75-4-5.75 4-5.75-4-5.75 4-5.75-4-5.75 4Z'],
    ['line', 'M41 22h18M41 32h28M41 42h28'],
    ...badge(84, 46, 'M84 40v12m-4-6h8'),
  ],
  payout: [
    ['back', box(16, 26, 88, 40, 7)],
    ['front', 'M26 66V40h68v26Z'],
    ['line', 'M36 54h16'],
    ['front', circle(80, 54, 4)],
    ...badge(60, 20, 'M60 28V13m-6 6 6-6 6 6'),
  ],
  refund: [
    ['back', circle(72, 36, 26)],
    ['front', circle(54, 38, 26)],
    ['line', circle(54, 38, 19)],
    ...badge(54, 38, 'm51 31-5 5 5 5m-5-5h11a5 5 0 0 1 0 10h-4'),
  ],
  unapplied: [
    ['back', box(14, 24, 54, 42, 7)],
    ['line', 'M26 40h22M26 50h14'],
    ['front', circle(82, 32, 24)],
    ...badge(82, 32, 'M78.5 28.5a3.7 3.7 0 1 1 5.5 3.3c-1.500.8-2 1.4-2 3m0 4v.3'),
  ],
  balance: [
    ['back', box(18, 50, 40, 14, 7)],
    ['back', box(22, 36, 40, 14, 7)],
    ['front', box(18, 22, 40, 14, 7)],
    ['back', box(64, 50, 40, 14, 7)],
    ['front', box(60, 36, 40, 14, 7)],
    ...badge(82, 18, 'M82 12v12m-6-6h12'),
  ],
  link: [
    ['back', box(10, 10, 100, 52, 7)],
    ['front', 'M52 46h-8a10 10 0 0 1 0-20h14a10 10 0 0 1 10 10'],
    ['front', 'M68 26h8a10 10 0 0 1 0 20H62a10 10 0 0 1-10-10'],
    ['mark', 'M94 12v8m-4-4h8'],
  ],
  button: [
    ['back', box(10, 8, 100, 56, 7)],
    ['line', 'M24 20h30M24 28h20'],
    ['front', box(24, 38, 62, 18, 9)],
    ['line', 'M38 47h26'],
    ...badge(84, 50, 'm80 44 12 5-5 2-2 5Z'),
  ],
  webhook: [
    ['back', box(8, 22, 34, 28)],
    ['line', 'M42 36h20c8 0 6-18 16-18M62 36c8 0 6 18 16 18'],
    ['front', box(78, 6, 32, 24)],
    ['front', box(78, 42, 32, 24)],
    ['line', 'M86 18h16M86 54h16'],
    ...badge(25, 36, 'm27 29-6 8h8l-6 7'),
  ],
  log: [
    ['back', box(26, 6, 72, 46)],
    ['front', box(14, 14, 92, 52, 7)],
    ['line', 'M14 26h92M22 20h.1m5.9 0h.1m5.9 0h.1M46 40h46M46 52h30'],
    ['mark', 'm24 36 6 5-6 5'],
  ],
  mail: [
    ['back', box(28, 6, 72, 46)],
    ['front', box(14, 16, 86, 50, 7)],
    ['line', 'm17 20 40 26 40-26'],
    ...badge(98, 20, 'M98 14v8m0 4v.2'),
  ],
  key: [
    ['back', box(10, 10, 100, 52, 7)],
    ['front', 'M55 31h41v10h-6v7h-8v-7H55a15 15 0 1 1 0-10Z'],
    ...badge(42, 36, circle(42, 36, 4)),
  ],
  approval: [
    ['back', box(14, 16, 92, 42, 7)],
    ['line', 'M22 30h14M22 42h10M86 30h12M90 42h8'],
    ['front', 'M60 6 82 14v20c0 16-9 26-22 32-13-6-22-16-22-32V14Z'],
    ...badge(60, 36, 'm54.5 36 4 4.2 7.5-8'),
  ],
  chain: [
    ['line', 'M38 36h10m24 0h10'],
    ['back', box(10, 22, 28, 28)],
    ['front', box(46, 22, 28, 28)],
    ['back', box(82, 22, 28, 28)],
    ['line', 'M18 32h12m-12 8h8M90 32h12m-12 8h8'],
    ...badge(60, 36, 'M60 31v10m-5-5h10'),
  ],
  search: [
    ['back', box(12, 12, 78, 50, 7)],
    ['line', 'M24 26h24M24 37h18M24 48h28'],
    ['front', circle(74, 34, 20)],
    ['front', 'm88.5 48.5 16 16'],
    ...badge(74, 34, 'M69 34h10'),
  ],
  missing: [
    ['back', box(40, 6, 50, 56)],
    ['front', 'M30 14h34l14 14v38H30Z'],
    ['line', 'M64 14v14h14M40 38h18M40 48h26'],
    ...badge(86, 50, 'm82 46 8 8m0-8-8 8'),
  ],
} satisfies Record<string, Stroke[]>;

export type PictureName = keyof typeof pictures;

import { encode } from 'uqr';

const quietZone = 2;

/** The dark modules as an SVG path, in a square of `size` modules. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: quietZone });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}

/** Always dark on light: many cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

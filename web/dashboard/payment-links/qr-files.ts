import { qrPath } from '../shared/qr-code.tsx';

/** Sharp on a poster of A3. */
const pngPixels = 2048;

function qrSvg(text: string): string {
  const { path, size } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
}

export function saveSvg(text: string, name: string): void {
  save(new Blob([qrSvg(text)], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Whole pixels for each module, so that edges stay sharp. */
export async function savePng(text: string, name: string): Promise<void> {
  const { path, size } = qrPath(text);
  const scale = Math.floor(pngPixels / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const drawing = canvas.getContext('2d');
  if (!drawing) return;
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.scale(scale, scale);
  drawing.fillStyle = '#000';
  drawing.fill(new Path2D(path));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) save(blob, `${name}.png`);
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

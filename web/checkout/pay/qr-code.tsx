import { useEffect, useState } from 'preact/hooks';

interface Drawing {
  size: number;
  path: string;
}

/** Loads the encoder when a code is first shown. The empty frame keeps the layout from shifting. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let current = true;
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(value, { ecc: 'M', border: 2 });
        if (current) setDrawing({ size, path: squares(data) });
      },
      // The address and the amount can be copied instead.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [value]);
  return (
    <div class="qr">
      {drawing && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}

function squares(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

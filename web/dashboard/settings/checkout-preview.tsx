import { SegmentedControl, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PreviewedBrand } from '../../checkout-preview/brand.ts';
import { facts } from '../shared/facts.ts';
import classes from './branding.module.css';

const widths = { phone: 375, desk: 1080 };
type Width = keyof typeof widths;
const heightPx = { phone: 700, desk: 620 };

/** The real checkout of a sample payment, in the brand that is being chosen. */
export function CheckoutPreview({ brand }: { brand: PreviewedBrand }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const [at, setAt] = useState<Width>('phone');
  const [scale, setScale] = useState(1);
  const { name, logo_url, color } = brand;
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady(true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    const message: PreviewedBrand = { name, logo_url, color };
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, name, logo_url, color]);
  useEffect(() => {
    const fit = () => setScale(Math.min(1, (box.current?.clientWidth ?? widths[at]) / widths[at]));
    const observer = new ResizeObserver(fit);
    if (box.current) observer.observe(box.current);
    fit();
    return () => observer.disconnect();
  }, [at]);
  if (!facts.checkout_preview) return null;
  return (
    <Stack gap="sm" align="center">
      <SegmentedControl
        size="xs"
        aria-label="Preview on"
        data={[
          { value: 'phone', label: 'Phone' },
          { value: 'desk', label: 'Computer' },
        ]}
        value={at}
        onChange={(value) => setAt(value === 'desk' ? 'desk' : 'phone')}
      />
      <div
        ref={box}
        className={classes['window']}
        style={{ maxWidth: widths[at], height: heightPx[at] * scale }}
      >
        <iframe
          ref={frame}
          title="Checkout preview"
          className={classes['frame']}
          style={{ width: widths[at], height: heightPx[at], transform: `scale(${scale})` }}
          tabIndex={-1}
          srcDoc={documentOf(facts.checkout_preview)}
        />
      </div>
    </Stack>
  );
}

/** The frame inherits this page's policy: scripts and styles of our own only. */
function documentOf({ script, styles }: { script: string; styles: string[] }): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${links}<script type="module" src="${script}"></script></head><body></body></html>`;
}

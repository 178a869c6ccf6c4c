import type { PreviewedBrand } from '../checkout-preview/brand.ts';

const brand: PreviewedBrand = { name: 'Northwind Paper Co.', logo_url: null, color: null, plays: true };

/**
 * Puts the real checkout with a sample payment into the hero, once the page is idle. It waits until there is room for it
 * beside the words, so phones do not load it. Until it has drawn itself, and where it cannot, the picture stays.
 */
export function showCheckout(): void {
  const picture = document.querySelector<HTMLElement>('.hero-picture[data-script]');
  const { script, styles = '' } = picture?.dataset ?? {};
  if (!picture || !script || !matchMedia('(min-width: 900px)').matches) return;
  const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 2000));
  const load = () => {
    const frame = document.createElement('iframe');
    const links = styles.split(' ').map((href) => `<link rel="stylesheet" href="${href}">`);
    // The frame inherits this page's policy: scripts and styles of our own only.
    frame.srcdoc = `<!doctype html><html lang="en"><head><meta charset="utf-8">${links.join('')}<script type="module" src="${script}"></script></head><body></body></html>`;
    frame.className = 'hero-frame';
    frame.tabIndex = -1;
    frame.title = 'A checkout';
    addEventListener('message', ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || data !== 'ready') return;
      frame.contentWindow?.postMessage(brand, location.origin);
      picture.classList.add('hero-live');
    });
    picture.append(frame);
  };
  if (document.readyState === 'complete') whenIdle(load);
  else addEventListener('load', () => whenIdle(load), { once: true });
}

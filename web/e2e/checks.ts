import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { budget } from '../../server/test/support/chance.ts';

const require = createRequire(import.meta.url);
/** The minified build: every page that is checked has to read it. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A screen and a colour scheme. */
interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

export const dashboardLooks = looksOf(375, 1440);
/** From the smallest phone on. */
export const customerLooks = looksOf(320, 1280);

/** Both colour schemes and both widths; every combination of them in long runs. */
function looksOf(narrow: number, wide: number): [Look, ...Look[]] {
  const look = (colorScheme: Look['colorScheme'], width: number): Look => ({
    colorScheme,
    viewport: { width, height: 800 },
  });
  const others = [look('dark', wide), look('dark', narrow), look('light', wide)];
  return [look('light', narrow), ...others.slice(0, budget(3, 1))];
}

/**
 * Checks that the page is accessible and fits the screen in each look. The page changes its look and is not loaded again,
 * which would take longer than the checks. Takes screenshots if PICTURES names a folder.
 */
export async function inspect(page: Page, name: string, looks: Look[] = dashboardLooks): Promise<void> {
  const before = page.viewportSize();
  // Ends with the first, in which pages are opened.
  for (const { colorScheme, viewport } of looks.toReversed()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const what = `${name}-${colorScheme}-${viewport.width}`;
    // Layouts follow the size of the screen a moment later.
    await expect.poll(() => overflow(page), { message: what, timeout: 30_000 }).toBe(0);
    const found = await violations(page);
    const folder = process.env['PICTURES'];
    if (folder) {
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({ path: `${folder}/${what}.png`, fullPage: true });
    }
    expect(found, what).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The accessibility violations that axe-core finds, as text. */
export async function violations(page: Page): Promise<string[]> {
  await untilStill(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  // Preloading serves one rule, on audio, which no page has. It takes half the time.
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    "axe.run(document, { resultTypes: ['violations'], preload: false })",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`);
}

const stillWithinMs = 30_000;

/** Waits for transitions to end: axe measures contrast, which is wrong halfway through a fade. */
async function untilStill(page: Page): Promise<void> {
  // A dialog is in the DOM a few frames before its transition starts. A page that draws no frames any more says so.
  await page.evaluate(`(async () => {
    let moving = [];
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('Not still after ${stillWithinMs} ms: ' +
      (moving.map(({ effect }) => effect.target.outerHTML.slice(0, 200)).join() || 'no frames are drawn'))),
      ${stillWithinMs}));
    const still = (async () => { do {
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
      moving = document.getAnimations().filter(({ effect, playState }) =>
        playState === 'running' && effect.getComputedTiming().iterations !== Infinity);
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    } while (moving.length > 0); })();
    await Promise.race([still, late]);
  })()`);
}

/** Pixels by which the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Whether an element lies over text that should be readable beside it. Both are selectors. */
export async function covers(page: Page, element: string, text: string): Promise<boolean> {
  const [elements, lines, covered] = await page.evaluate<[number, number, boolean]>(`(() => {
    const elements = [...document.querySelectorAll(${JSON.stringify(element)})].map((one) => one.getBoundingClientRect());
    // As far as the block that scrolls them shows them.
    const lines = [...document.querySelectorAll(${JSON.stringify(text)})].flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const end = (one.closest('pre') ?? document.documentElement).getBoundingClientRect().right;
      return [...range.getClientRects()].map(({ left, right, top, bottom }) =>
        ({ left, right: Math.min(right, end), top, bottom }));
    });
    return [elements.length, lines.length, elements.some((one) => lines.some((line) =>
      one.left < line.right && line.left < one.right && one.top < line.bottom && line.top < one.bottom))];
  })()`);
  expect(elements * lines, `${element}, ${text}`).toBeGreaterThan(0);
  return covered;
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe-core has against the page, in words. Empty when nothing. */
export async function violations(page: Page): Promise<string[]> {
  // Colours are measured when they have arrived, not on the way.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => {})),
  ).then(() => 0)`);
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`);
}

/** How far the page reaches beyond the edge of the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

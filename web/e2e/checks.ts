import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The accessibility violations that axe-core finds, as text. */
export async function violations(page: Page): Promise<string[]> {
  await untilStill(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`);
}

/** Waits for transitions to end: axe measures contrast, which is wrong halfway through a fade. */
async function untilStill(page: Page): Promise<void> {
  // A dialog is in the DOM a few frames before its transition starts.
  await page.evaluate(`(async () => {
    let moving;
    do {
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
      moving = document.getAnimations().filter(({ effect, playState }) =>
        playState === 'running' && effect.getComputedTiming().iterations !== Infinity);
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    } while (moving.length > 0);
  })()`);
}

/** Pixels by which the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

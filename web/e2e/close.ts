import type { BrowserContext } from 'playwright-core';

/** Removes the routes first: a request during close would fail the test, because it can no longer be answered. */
export async function closeContext(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

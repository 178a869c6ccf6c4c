import type { BrowserContext } from 'playwright-core';

/** What a page asks for while it is being closed can be answered no more, and that is no fault of the test. */
export async function closeContext(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

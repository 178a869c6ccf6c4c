import type { Cast } from '../cast.ts';
import { finishPending } from '../restarts.ts';

/** What was acknowledged exists: its key gives the same answer again. */
export async function checkReplays(cast: Cast): Promise<string[]> {
  const { merchants, processes } = cast;
  const problems: string[] = [];
  const all = merchants.flatMap(({ shop }) => shop.requests.map((request) => ({ shop, request })));
  for (const { shop, request } of all) {
    const { method, answer, path, key } = request;
    if (method === 'GET' || !answer || answer.status >= 300 || !processes.api) continue;
    const again = shop.call(processes.api.app, request);
    await finishPending(cast);
    const { status, text } = await again;
    if (status !== answer.status || text !== answer.text)
      problems.push(
        `replay: ${path} with ${key} answered ${answer.status}, now ${status} ${text.slice(0, 200)}`,
      );
  }
  return problems;
}

import { finishPending } from '../restarts.ts';
import type { Simulation } from '../simulation.ts';

/** What was acknowledged exists: its key gives the same answer again. */
export async function checkReplays(simulation: Simulation): Promise<string[]> {
  const { merchants, processes } = simulation;
  const problems: string[] = [];
  const all = merchants.flatMap(({ shop }) => shop.requests.map((request) => ({ shop, request })));
  for (const { shop, request } of all) {
    const { method, answer, path, key } = request;
    if (method === 'GET' || !answer || answer.status >= 300 || !processes.api) continue;
    const again = shop.call(processes.api.app, request);
    await finishPending(simulation);
    const { status, text } = await again;
    if (status !== answer.status || text !== answer.text)
      problems.push(
        `replay: ${path} with ${key} answered ${answer.status}, now ${status} ${text.slice(0, 200)}`,
      );
  }
  return problems;
}

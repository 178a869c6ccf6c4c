import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Causeway } from '../../../sdk/src/causeway.ts';
import { createMcpServer } from './server.ts';
import { type Desk, ToolProblem } from './tool.ts';

const timeoutMs = 20_000;

interface Options {
  url: string;
  key: string;
  allowWrites: boolean;
  version: string;
}

/** Serves until the assistant closes the connection. Standard output belongs to the protocol. */
export async function serveAssistant({ url, key, allowWrites, version }: Options): Promise<void> {
  const site = url.replace(/\/api\/v1$/, '');
  const desk: Desk = {
    causeway: new Causeway({ apiKey: key, baseUrl: url, timeoutMs }),
    environment: key.startsWith('svc_live_') ? 'live' : 'test',
    site,
    read: (path) => read(site, path),
  };
  const ended = new Promise((resolve) => process.stdin.once('close', resolve));
  const handle = serveStdio(() => createMcpServer(desk, { version, allowWrites }));
  await ended;
  await handle.close();
}

async function read(site: string, path: string): Promise<string> {
  const answer = await fetch(site + path, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw new ToolProblem(`${site} does not answer (${error.message}). Check that the service is running.`);
  });
  if (answer.status === 404) throw new ToolProblem(`${site}${path} does not exist. Use search_guides.`);
  if (!answer.ok) throw new ToolProblem(`${site}${path} returned ${answer.status}. Try again later.`);
  return answer.text();
}

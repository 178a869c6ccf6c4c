import { closeContext, createContext } from '../src/compose.ts';
import { parseConfig } from '../src/config.ts';
import { buildApp } from '../src/http/app.ts';

/** The OpenAPI document with default settings. The database URL is a dummy: nothing connects to it. */
export async function openApiDocument(): Promise<string> {
  const ctx = createContext(parseConfig({ LOG_LEVEL: 'silent' }), 'postgres://nobody@127.0.0.1:1/nothing');
  const app = await buildApp(ctx);
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  await closeContext(ctx);
  return `${document}\n`;
}

import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { closeContext, createContext } from '../src/app/compose.ts';
import { buildApp } from '../src/app/routes.ts';
import { dashboardResources } from '../src/dashboard/resources.ts';
import { parseConfig } from '../src/platform/config/config.ts';

interface Documents {
  /** The public API. */
  api: string;
  /** The dashboard's own routes. Only its client is generated from it; nobody serves it. */
  dashboard: string;
}

interface Document {
  paths: object;
  components: { schemas: Record<string, unknown> };
}

/** The OpenAPI documents with default settings. The database URL is a dummy: nothing connects to it. */
export async function openApiDocuments(): Promise<Documents> {
  const ctx = createContext(parseConfig({ LOG_LEVEL: 'silent' }), 'postgres://nobody@127.0.0.1:1/nothing');
  const routes: RouteOptions[] = [];
  const app = await buildApp(ctx, (route) => routes.push(route));
  await app.ready();
  const own = routes.filter(({ url, method }) => url.startsWith('/dashboard/api/') && method !== 'HEAD');
  const documents = { api: written(app.swagger()), dashboard: await dashboardDocument(app, own) };
  await app.close();
  await closeContext(ctx);
  return documents;
}

/** Registers the routes once more in an app that documents what the public document hides. */
async function dashboardDocument(app: FastifyInstance, routes: RouteOptions[]): Promise<string> {
  const documented = Fastify();
  documented.setValidatorCompiler(() => () => true);
  documented.setSerializerCompiler(() => (data) => JSON.stringify(data));
  for (const schema of Object.values(app.getSchemas())) documented.addSchema(schema);
  for (const { name, schema } of dashboardResources) documented.addSchema({ $id: name, ...schema });
  await documented.register(swagger, {
    refResolver: { buildLocalReference: (json) => String(json['$id']) },
    openapi: { openapi: '3.1.0', info: { title: 'Causeway dashboard', version: '1.0.0' } },
  });
  for (const { method, url, schema } of routes)
    documented.route({ method, url, schema: { ...schema, hide: false }, handler: () => {} });
  await documented.ready();
  const document: Document = JSON.parse(written(documented.swagger()));
  await documented.close();
  const used = usedSchemas(document);
  const schemas = Object.entries(document.components.schemas).filter(([name]) => used.has(name));
  return written({ ...document, components: { schemas: Object.fromEntries(schemas) } });
}

/** Names of the components that the paths refer to, also through other components. */
function usedSchemas({ paths, components: { schemas } }: Document): Set<string> {
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  return used;
}

function written(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

import type { GuidePage } from '../../../server/src/platform/pages/guides.ts';
import { type Html, html } from '../../../server/src/platform/pages/html.ts';
import { curlFor, exampleOf } from './curl.ts';
import { type Field, fieldList, fieldsOf, prose, typeOf } from './fields.ts';
import { codeFigure } from './highlight.ts';
import { renderMarkdown } from './markdown.ts';
import type { Answer, OpenApi, Operation, Parameter, Schema } from './openapi.ts';
import { sampleOf } from './sample.ts';

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations of one resource. */
interface Group {
  slug: string;
  tag: string;
  about: string;
  routes: Route[];
}

/** The API reference from the OpenAPI document: an overview, and a page for each resource, which phones show at once. */
export function referencePages(api: OpenApi): Record<string, GuidePage> {
  const groups = groupsOf(api);
  const pages = groups.map((group) => [group.slug, groupPage(group, api)] as const);
  return {
    api: overview(api, groups),
    ...Object.fromEntries(pages),
    'api/resources': resourcesPage(api),
  };
}

function groupsOf(api: OpenApi): Group[] {
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const tags = [...new Set(routes.flatMap(({ operation }) => operation.tags[0] ?? []))];
  return tags.map((tag) => ({
    slug: `api/${idOf(tag)}`,
    tag,
    about: api.tags.find(({ name }) => name === tag)?.description ?? '',
    routes: routes.filter(({ operation }) => operation.tags[0] === tag),
  }));
}

function overview(api: OpenApi, groups: Group[]): GuidePage {
  const intro = renderMarkdown(api.info.description, 'docs/README.md').body;
  const line = ({ slug }: Group, { method, path, operation }: Route) =>
    html`<li id="${operation.operationId}"><a href="%site%/docs/${slug}#${operation.operationId}"><span class="method method-${method}">${method.toUpperCase()}</span> <span class="mono">${path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)}</span></a> <span>${shortOf(operation)}</span></li>`;
  const body = html`<h1 id="api-reference">API reference</h1>
${intro}<p>Send your key as <code>Authorization: Bearer svc_test_…</code> with every request. The <a href="%site%/api/v1/openapi.json">OpenAPI document</a> describes the same operations for programs.</p>
${groups.map((group) => html`<h2 id="${idOf(group.tag)}"><a class="heading-link" href="%site%/docs/${group.slug}">${group.tag}</a></h2>\n${group.about ? html`<p>${group.about}</p>` : null}<ul class="routes">${group.routes.map((route) => line(group, route))}</ul>`)}
<h2 id="resources"><a class="heading-link" href="%site%/docs/api/resources">Resources</a></h2><p>Every field of what the API answers.</p>`;
  return { title: 'API reference', body: body.markup, sections: [] };
}

function groupPage({ tag, about, routes }: Group, api: OpenApi): GuidePage {
  const body = html`<h1 id="${idOf(tag)}">${tag}</h1>\n${about ? html`<p>${about}</p>` : null}${routes.map((route) => operationOf(route, api))}`;
  return {
    title: `${tag} API`,
    body: body.markup,
    sections: routes.map(({ operation }) => ({
      id: operation.operationId,
      text: shortOf(operation),
      level: 3,
    })),
  };
}

function resourcesPage({ components }: OpenApi): GuidePage {
  const schemas = Object.entries(components.schemas);
  const body = html`<h1 id="resources">Resources</h1><p>Every field of what the API answers.</p>
${schemas.map(([name, schema]) => html`<section class="operation"><h3 id="${name}">${name}</h3>${fieldList(fieldsOf(schema), false)}</section>\n`)}`;
  return {
    title: 'Resources of the API',
    body: body.markup,
    sections: schemas.map(([name]) => ({ id: name, text: name, level: 3 })),
  };
}

const idOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

/** Summaries say more after a comma or a semicolon. */
const shortOf = ({ summary }: Operation) => (summary.split(/[,;]/, 1)[0] ?? summary).replaceAll('`', '');

/** What it takes and answers, and beside it a request and its answer. */
function operationOf(route: Route, api: OpenApi): Html {
  const { method, path, operation } = route;
  const body = operation.requestBody?.content['application/json'].schema;
  return html`<section class="operation"><h3 id="${operation.operationId}">${prose(operation.summary)}</h3>
<p class="route"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<div class="operation-columns"><div class="operation-text">
${operation.deprecated ? html`<p><strong>Deprecated.</strong></p>` : null}${operation.description ? html`<p>${prose(operation.description)}</p>` : null}
${permissionOf(operation)}
${titled('Parameters', (operation.parameters ?? []).map(parameterField))}${titled('Body', body ? fieldsOf(body) : [])}
${answersOf(operation)}</div>
<div class="operation-sample"${runnable(route, body)}>${curlFor(method, path, body)}${sampleAnswer(operation, api)}</div></div></section>\n`;
}

/** What the page's script needs to send the request. Only where nothing has to be put in, and a test key can do no harm. */
function runnable({ method, path, operation }: Route, body: Schema | undefined): Html | null {
  const isHarmless = method === 'get' || operation.operationId === 'createPayment';
  if (!isHarmless || path.includes('{') || !operation.security?.[0]?.key) return null;
  const data = body ? html` data-body="${JSON.stringify(exampleOf(body))}"` : null;
  return html` data-run="${method} ${path}"${data}`;
}

function sampleAnswer({ responses }: Operation, api: OpenApi): Html | null {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  if (!status || !schema) return null;
  const sample = JSON.stringify(sampleOf(schema, api.components.schemas), null, 2);
  return codeFigure(sample, 'json', { caption: `Answer ${status}` });
}

function permissionOf({ security }: Operation): Html | null {
  const permission = security?.[0]?.key?.[0];
  if (!permission) return null;
  return html`<p>Permission: <a href="%site%/docs/authentication#permissions"><code>${permission}</code></a></p>\n`;
}

function parameterField({ name, in: place, required = false, description, schema }: Parameter): Field {
  const about = [place === 'query' ? '' : `In the ${place}.`, description ?? schema.description ?? ''];
  const text = about.filter((part) => part !== '').join(' ');
  return { name, isRequired: required, schema: text === '' ? schema : { ...schema, description: text } };
}

function titled(title: string, fields: Field[]): Html | null {
  return fields.length === 0 ? null : html`<h4>${title}</h4>${fieldList(fields, true)}`;
}

function answersOf({ responses }: Operation): Html {
  const [good, bad] = [true, false].map((ok) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === ok),
  );
  const answers = (good ?? []).map(([status, { content }]) => {
    return html`<p class="answer"><strong>Returns ${status}</strong> with ${content ? contentOf(content) : 'no body'}</p>`;
  });
  const errors = (bad ?? []).map(
    ([status, { description }]) =>
      html`<tr><th scope="row">${status}</th><td>${codesOf(description)}</td></tr>`,
  );
  return html`${answers}<details><summary>Errors</summary><table><tbody>${errors}</tbody></table></details>`;
}

/** The envelope, or a file of another type. */
function contentOf(content: NonNullable<Answer['content']>): Html {
  const schema = content['application/json']?.schema;
  return schema ? dataOf(schema) : html`a file: <code>${Object.keys(content).join(', ')}</code>`;
}

/** The content of the envelope. */
function dataOf(schema: Schema): Html {
  const data = schema.properties?.['data'];
  return html`<code>data</code>: ${data ? typeOf(data) : 'anything'}${schema.properties?.['has_more'] ? html`, and <code>has_more</code>` : null}`;
}

function codesOf(description: string): Html {
  return html`${description.split(', ').map((code, at) => html`${at > 0 ? ', ' : ''}<a href="%site%/docs/errors"><code>${code}</code></a>`)}`;
}

import type { GuidePage } from '../../../server/src/platform/pages/guides.ts';
import { type Html, html } from '../../../server/src/platform/pages/html.ts';
import { curlFor } from './curl.ts';
import { type Field, fieldsOf, fieldTable, prose, typeOf } from './fields.ts';
import { renderMarkdown } from './markdown.ts';
import type { Answer, OpenApi, Operation, Parameter, Schema } from './openapi.ts';

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

type Section = GuidePage['sections'][number];

/** The API reference as one page, from the OpenAPI document. */
export function referencePage(api: OpenApi): GuidePage {
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const tags = [...new Set(routes.flatMap(({ operation }) => operation.tags[0] ?? []))];
  const groups = tags.map((tag) => ({
    tag,
    about: api.tags.find(({ name }) => name === tag)?.description ?? '',
    routes: routes.filter(({ operation }) => operation.tags[0] === tag),
  }));
  const schemas = Object.entries(api.components.schemas);
  const intro = renderMarkdown(api.info.description, 'docs/README.md').body;
  const body = html`<h1 id="api-reference">API reference</h1>
${intro}<p>Send your key as <code>Authorization: Bearer svc_test_…</code> with every request. The <a href="%site%/api/v1/openapi.json">OpenAPI document</a> describes the same operations for programs.</p>
${groups.map(({ tag, about, routes: own }) => html`<h2 id="${idOf(tag)}">${tag}</h2>\n${about ? html`<p>${about}</p>` : null}${own.map(operationOf)}`)}
<h2 id="resources">Resources</h2>
${schemas.map(([name, schema]) => html`<section class="operation"><h3 id="${name}">${name}</h3>${fieldTable(fieldsOf(schema), false)}</section>\n`)}`;
  const sections: Section[] = [
    ...groups.flatMap(({ tag, routes: own }) => [
      { id: idOf(tag), text: tag, level: 2 },
      ...own.map(({ operation }) => ({ id: operation.operationId, text: shortOf(operation), level: 3 })),
    ]),
    { id: 'resources', text: 'Resources', level: 2 },
    ...schemas.map(([name]) => ({ id: name, text: name, level: 3 })),
  ];
  return { title: 'API reference', body: body.markup, sections };
}

const idOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

/** Summaries say more after a comma or a semicolon. */
const shortOf = ({ summary }: Operation) => (summary.split(/[,;]/, 1)[0] ?? summary).replaceAll('`', '');

function operationOf({ method, path, operation }: Route): Html {
  const body = operation.requestBody?.content['application/json'].schema;
  return html`<section class="operation"><h3 id="${operation.operationId}">${prose(operation.summary)}</h3>
<p class="route"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${operation.deprecated ? html`<p><strong>Deprecated.</strong></p>` : null}${operation.description ? html`<p>${prose(operation.description)}</p>` : null}
${permissionOf(operation)}${curlFor(method, path, body)}
${titled('Parameters', (operation.parameters ?? []).map(parameterField))}${titled('Body', body ? fieldsOf(body) : [])}
${answersOf(operation)}</section>\n`;
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
  return fields.length === 0 ? null : html`<h4>${title}</h4>${fieldTable(fields, true)}`;
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

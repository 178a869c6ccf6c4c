import { type Html, html } from '../../../server/src/platform/pages/html.ts';

import { renderInline } from './markdown.ts';
import { refName, type Schema } from './openapi.ts';

export interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** The fields of an object, with those of objects and lists inside it after them: `line_items[].quantity`. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix + key;
    const isRequired = schema.required?.includes(key) ?? false;
    const inner = withoutNull(value);
    const nested = inner.items ? fieldsOf(inner.items, `${name}[].`) : fieldsOf(inner, `${name}.`);
    return [{ name, schema: value, isRequired }, ...nested];
  });
}

/** `asked` tells which fields must be sent; answers do not say it. */
export function fieldList(fields: Field[], asked: boolean): Html {
  const rows = fields.map(
    ({ name, schema, isRequired }) =>
      html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${asked && isRequired ? html` <span class="required">required</span>` : null}</dt><dd>${aboutField(schema)}</dd></div>`,
  );
  return html`<dl class="fields">${rows}</dl>`;
}

export const prose = (text: string): Html => renderInline(text, 'docs/README.md');

function withoutNull(schema: Schema): Schema {
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return rest.length === 1 && rest[0] ? rest[0] : schema;
}

/** Short: `string`, `string or null`, `list of string`, or the name of a resource. */
export function typeOf(schema: Schema): Html {
  const name = refName(schema);
  if (name) return html`<a href="%site%/docs/api/resources#${name}">${name}</a>`;
  if (schema.anyOf) return joined(schema.anyOf.map(typeOf));
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (Array.isArray(schema.type)) return html`${schema.type.join(' or ')}`;
  return html`${schema.type ?? (schema.const === undefined ? 'any' : JSON.stringify(schema.const))}`;
}

function joined(parts: Html[]): Html {
  return html`${parts.map((part, at) => html`${at > 0 ? ' or ' : ''}${part}`)}`;
}

function aboutField(schema: Schema): Html {
  const inner = withoutNull(schema);
  const { description = inner.description } = schema;
  const values = inner.enum ?? inner.items?.enum;
  return html`${description ? html`${prose(description)} ` : null}${values ? valuesOf(values) : null}${limitsOf(inner)}`;
}

function valuesOf(values: unknown[]): Html {
  return html`<span class="values">One of ${values.map((value, at) => html`${at > 0 ? ', ' : ''}<code>${String(value)}</code>`)}.</span> `;
}

function limitsOf(schema: Schema): Html | null {
  const range = (least: unknown, most: unknown, unit: string) => {
    if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
    if (most !== undefined) return [`at most ${most}${unit}`];
    return least === undefined ? [] : [`at least ${least}${unit}`];
  };
  const limits = [
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
  return limits === ''
    ? null
    : html`<span class="limits">${limits[0]?.toUpperCase() ?? ''}${limits.slice(1)}.</span>`;
}

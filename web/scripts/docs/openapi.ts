import { readFile } from 'node:fs/promises';
import { root } from './pages.ts';

/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApi {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  tags: string[];
  /** The permission that a restricted key needs. Empty for routes without a key. */
  security?: { key?: string[] }[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, Answer>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Answer {
  description: string;
  /** By content type. */
  content?: Record<string, { schema: Schema }>;
}

export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
}

export async function openApiDocument(): Promise<OpenApi> {
  return JSON.parse(await readFile(`${root}docs/openapi.json`, 'utf8'));
}

/** The name of a schema that is referenced, if it is. */
export function refName({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

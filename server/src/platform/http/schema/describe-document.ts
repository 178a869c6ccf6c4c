/** The parts of an OpenAPI document that can be described. */
interface Part {
  description?: string;
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
  $ref?: string;
}

interface Operation {
  operationId?: string;
  parameters?: (Part & { name: string; schema: Part })[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema?: Part }>;
}

interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Part> };
}

type Words = Readonly<Record<string, string>>;

/**
 * Describes what has no description of its own: schemas by their name, fields by `Schema.field`, else by the field's name,
 * parameters and fields of an operation by `operation.field`, else by name. Words of the schema itself always stay.
 */
export function describeDocument(document: Document, words: Words): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    add(schema, words[name]);
    describeFields(schema, name, words);
  }
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)))
    describeOperation(operation, words);
}

function describeOperation(operation: Operation, words: Words): void {
  const { operationId: id = '', parameters = [], requestBody = {}, responses = {} } = operation;
  for (const parameter of parameters)
    if (!hasWords(parameter.schema))
      add(parameter, words[`${id}.${parameter.name}`] ?? words[parameter.name]);
  for (const { content = {} } of [requestBody, ...Object.values(responses)])
    for (const { schema } of Object.values(content)) if (schema) describeFields(schema, id, words);
}

function describeFields(schema: Part, owner: string, words: Words): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!hasWords(field)) add(field, words[`${owner}.${name}`] ?? words[name]);
    describeFields(field, owner, words);
  }
  for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part) describeFields(part, owner, words);
}

/** A field that can be null has its description on its value, and a reference on what it refers to. */
export function hasWords({ description, $ref, anyOf }: Part): boolean {
  return description !== undefined || $ref !== undefined || anyOf?.some(hasWords) === true;
}

function add(part: Part, description: string | undefined): void {
  if (description !== undefined && part.description === undefined) part.description = description;
}

import openapiTS, { astToString } from 'openapi-typescript';

interface Operation {
  parameters?: { in: string }[];
  responses: Record<string, { description: string; headers?: unknown }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Types for the SDK: the success responses of all operations, and all error codes. */
export async function openApiTypes(json: string): Promise<string> {
  const codes = errorCodesIn(JSON.parse(json));
  return `${await operationTypes(json, 'docs/openapi.json')}${errorCodes(codes)}`;
}

/** The success responses of all operations. `source` is the file that was read. */
export async function operationTypes(json: string, source: string): Promise<string> {
  const document: Document = JSON.parse(json);
  for (const operation of operationsOf(document)) keepSuccess(operation);
  const types = astToString(await openapiTS(JSON.stringify(document)));
  return `// Written by "npm run generate" from ${source}. Do not edit.\n\n${types}`;
}

function errorCodesIn(document: Document): Set<string> {
  const codes = new Set<string>();
  for (const operation of operationsOf(document)) {
    for (const [status, { description }] of Object.entries(operation.responses)) {
      if (Number(status) >= 400) for (const code of description.split(', ')) codes.add(code);
    }
  }
  return codes;
}

function operationsOf(document: Document): Operation[] {
  return Object.values(document.paths).flatMap((path) => Object.values(path));
}

/** Drops errors, which share one shape, and headers: they would be most of the file. */
function keepSuccess(operation: Operation): void {
  operation.parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header');
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) >= 400) delete operation.responses[status];
    else delete response.headers;
  }
}

function errorCodes(codes: Set<string>): string {
  const lines = [...codes].sort().map((code) => `    | "${code}"`);
  return `export type errorCodes =\n${lines.join('\n')};\n`;
}

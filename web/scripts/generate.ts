import { readFileSync, writeFileSync } from 'node:fs';
import { operationTypes } from '../../sdk/scripts/openapi-types.ts';

/** Generates the types of the dashboard's own API. A test fails when they are stale. */
const folder = new URL('../dashboard/generated/', import.meta.url);
const json = readFileSync(new URL('openapi.json', folder), 'utf8');
writeFileSync(
  new URL('openapi.ts', folder),
  await operationTypes(json, 'web/dashboard/generated/openapi.json'),
);
console.log('wrote web/dashboard/generated/openapi.ts');

import { readFileSync, writeFileSync } from 'node:fs';
import { openApiTypes } from './openapi-types.ts';

/** Generates the API types. A test fails when they are stale. */
const json = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
writeFileSync(new URL('../src/generated/openapi.ts', import.meta.url), await openApiTypes(json));
console.log('wrote sdk/src/generated/openapi.ts');

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationTypes } from '../../../../sdk/scripts/openapi-types.ts';

const read = (file: string) => readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8');

it('has types of the document that is committed: run "npm run generate" when this fails', async () => {
  const types = await operationTypes(read('openapi.json'), 'web/dashboard/generated/openapi.json');
  expect(read('openapi.ts')).toBe(types);
});

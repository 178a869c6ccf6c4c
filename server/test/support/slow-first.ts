import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Started first, in this order: a slow file that starts last leaves the other workers idle. */
const slowFirst = [
  'server/test/simulation/',
  'server/test/campaign/',
  'server/test/webhooks/kill',
  'web/e2e/dashboard-payments',
  'server/test/http/properties',
  'web/e2e/dashboard',
  'server/test/cli/listen',
  'web/e2e/',
  'server/test/transfers/',
  'server/test/routing/',
  'server/test/live-mode/routes',
  'test/artifacts',
  'server/test/crash/',
  'server/test/embedded/',
  'server/test/docs/',
  'server/test/cli/',
  'server/test/email/',
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = slowFirst.findIndex((path) => moduleId.includes(`/${path}`));
  return found === -1 ? slowFirst.length : found;
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects, proofs, slow } from '../../../test-projects.ts';

const projectOrder = Object.keys(projects);

/** One project after the other, because a worker serves only one; the slow files of each first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => projectRank(one) - projectRank(other) || rank(one) - rank(other));
  }
}

function projectRank({ project }: TestSpecification): number {
  return projectOrder.indexOf(project.name);
}

function rank({ moduleId, project }: TestSpecification): number {
  const listed = project.name === 'proof' ? proofs : slow;
  const found = listed.findIndex((name) => moduleId.includes(`/${name}`));
  return found === -1 ? listed.length : found;
}

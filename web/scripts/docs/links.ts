import { posix } from 'node:path';
import { sources } from './pages.ts';

/** Stands for the path prefix of the service, which is known when it runs. */
export const siteMark = '%site%';
/** The service in the guides. The running service puts in its own URL. */
const ownUrl = 'http://localhost:4000';

const otherTargets: Record<string, string> = {
  'docs/openapi.json': '/api/v1/openapi.json',
  'docs/decisions': `/docs/${sources.find(({ slug }) => slug.startsWith('decisions/'))?.slug}`,
};

/**
 * Where a link of a Markdown file leads on the pages: to another page or to the service itself. Null for other sites and
 * for files that are only in the repository: the pages have no link that leads outside.
 */
export function hrefOf(file: string, target: string): string | null {
  if (target.startsWith('#') || target === ownUrl || target.startsWith(`${ownUrl}/`)) return target;
  if (target.startsWith('/')) return siteMark + target;
  if (/^[a-z]+:/i.test(target)) return null;
  const [path = '', anchor] = target.split('#', 2);
  const aim = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const page = sources.find((source) => source.file === aim);
  const found = page ? `/docs/${page.slug}` : otherTargets[aim];
  return found === undefined ? null : `${siteMark}${found}${anchor ? `#${anchor}` : ''}`;
}

import { CausewayUsageError } from './errors.ts';

/** A path with ids in it. An empty id would turn "get one" into "list all", so it is refused here. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((before, part, index) => before + checkedId(ids[index - 1]) + part);
}

function checkedId(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new CausewayUsageError(
      `An id is needed here, such as pay_01m7efq76y00353vdg10mvfgmq; got ${shown(id)}.`,
    );
  }
  return encodeURIComponent(id);
}

function shown(id: unknown): string {
  return typeof id === 'string' ? `"${id}"` : typeof id;
}

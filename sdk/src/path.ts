import { CausewayUsageError } from './errors.ts';

/** Builds a path from ids. Throws for an empty id, which would turn "get one" into "list all". */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return parts.reduce((before, part, index) => before + checkedId(ids[index - 1]) + part);
}

function checkedId(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new CausewayUsageError(`Expected an id such as pay_01m7efq76y00353vdg10mvfgmq; got ${shown(id)}.`);
  }
  return encodeURIComponent(id);
}

function shown(id: unknown): string {
  return typeof id === 'string' ? `"${id}"` : typeof id;
}

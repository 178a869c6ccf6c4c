import { useResource } from '../shared/api/queries.ts';
import { buttonKind, inPath, linkKind } from './kinds.ts';

export const useLink = (id: string) => useResource(linkKind.path, inPath(id));

/** Members get the whole button; only publishable keys, which the API answers too, get less. */
export function useButton(id: string) {
  const { data, error, refetch } = useResource(buttonKind.path, inPath(id));
  return { data: data && 'metadata' in data ? data : undefined, error, refetch };
}

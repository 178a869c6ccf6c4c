import { useResource } from '../shared/api/queries.ts';
import type { Button } from '../shared/api/types.ts';

export const buttonStatuses = ['active', 'inactive'] as const satisfies Button['status'][];
export const buttonsPath = '/api/v1/buttons';

/** Members get the whole button; only publishable keys, which the API answers too, get less. */
export function useButton(buttonId: string) {
  const { data, error, refetch } = useResource('/api/v1/buttons/{button_id}', {
    path: { button_id: buttonId },
  });
  return { data: data && 'metadata' in data ? data : undefined, error, refetch };
}

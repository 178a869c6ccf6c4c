import { useResource } from '../shared/queries.ts';
import type { Button } from '../shared/types.ts';

export const buttonStatuses = ['active', 'inactive'] as const satisfies Button['status'][];
export const buttonsPath = '/api/v1/buttons';

export function buttonPath(buttonId: string): string {
  return `${buttonsPath}/${encodeURIComponent(buttonId)}`;
}

export function useButton(buttonId: string) {
  return useResource<Button>(buttonPath(buttonId));
}

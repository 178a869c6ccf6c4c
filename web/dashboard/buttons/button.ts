import type { Metadata } from '../shared/metadata.ts';
import { useResource } from '../shared/queries.ts';

/** A button, as it comes. */
export interface Button {
  button_id: string;
  status: 'active' | 'inactive';
  name: string;
  amount: string;
  currency: string;
  description: string | null;
  redirect_url: string | null;
  cancel_url: string | null;
  expiration_minutes: number | null;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: Metadata;
  created_at: string;
  updated_at: string;
}

export const buttonStatuses = ['active', 'inactive'];
export const buttonsPath = '/api/v1/buttons';

export function buttonPath(buttonId: string): string {
  return `${buttonsPath}/${encodeURIComponent(buttonId)}`;
}

export function useButton(buttonId: string) {
  return useResource<Button>(buttonPath(buttonId));
}

import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../shared/environment.ts';
import { notifyDone } from '../shared/notify.ts';
import { useResource } from '../shared/queries.ts';
import type { Settings } from '../shared/types.ts';

/** Values as typed in a form; the API validates them. */
type SettingsChanges = Partial<Record<keyof Settings, unknown>>;

export const settingsPath = '/dashboard/api/settings';

export function useSettings() {
  return useResource<Settings>(settingsPath);
}

/** Shows what the server made of a change wherever settings are shown. */
export function useShowSaved() {
  const client = useQueryClient();
  return async (saved: Settings): Promise<void> => {
    for (const environment of ['test', 'live']) client.setQueryData([environment, settingsPath, {}], saved);
    notifyDone('Saved.');
    // The merchant's name and logo stand beside the navigation.
    await client.invalidateQueries({ queryKey: ['session'] });
  };
}

/** Sends a part of the settings. */
export function useSaveSettings() {
  const api = useApi();
  const showSaved = useShowSaved();
  return async (changes: SettingsChanges): Promise<Settings> => {
    const saved = await api.patch<Settings>(settingsPath, changes);
    await showSaved(saved);
    return saved;
  };
}

/** An empty input means nothing is set. */
export function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

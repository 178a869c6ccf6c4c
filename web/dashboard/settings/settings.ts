import { useQueryClient } from '@tanstack/react-query';
import type { Body, Typed } from '../shared/api/api-types.ts';
import { useApi } from '../shared/api/environment.ts';
import { keyOf, useResource } from '../shared/api/queries.ts';
import type { Settings } from '../shared/api/types.ts';
import { notifyDone } from '../shared/notify.ts';

type SettingsChanges = Typed<Body<'/dashboard/api/settings', 'patch'>>;

const settingsPath = '/dashboard/api/settings';

export function useSettings() {
  return useResource(settingsPath, {});
}

/** Puts the saved settings into the cache of both environments, which share them. */
export function useShowSaved() {
  const client = useQueryClient();
  return async (saved: Settings): Promise<void> => {
    for (const environment of ['test', 'live'] as const)
      client.setQueryData(keyOf(environment, settingsPath, {}), saved);
    notifyDone('Settings saved.');
    // The sidebar shows the merchant's name and logo.
    await client.invalidateQueries({ queryKey: ['session'] });
  };
}

export function useSaveSettings() {
  const api = useApi();
  const showSaved = useShowSaved();
  return async (changes: SettingsChanges): Promise<Settings> => {
    const saved = await api.patch(settingsPath, { form: changes });
    await showSaved(saved);
    return saved;
  };
}

/** An empty input clears the setting. */
export function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

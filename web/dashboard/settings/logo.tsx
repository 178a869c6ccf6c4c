import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { Settings } from '../shared/api/types.ts';
import { Problem } from '../shared/fields/form.tsx';
import { Panel } from '../shared/panel.tsx';
import { useAction } from '../shared/use-action.ts';
import { useShowSaved } from './settings.ts';

export function Logo({ settings }: { settings: Settings }) {
  const canEdit = useCan('settings.write');
  const api = useApi();
  const showSaved = useShowSaved();
  const { run, pending, error } = useAction(async (file: File | null) => {
    const path = '/dashboard/api/settings/logo';
    const saved = file
      ? await api.put(path, { form: { content_type: file.type, data: await base64Of(file) } })
      : await api.delete(path, {});
    await showSaved(saved);
    return saved;
  });
  return (
    <Panel
      title="Logo"
      description="Shown at checkout, on invoices and in e-mails. Square PNG, JPEG or WebP, up to 256 KiB."
    >
      {error && <Problem error={error} />}
      <Group>
        <Avatar src={settings.logo_url} alt="Your logo" size={64} radius="md" color="accent" variant="filled">
          {Array.from(settings.name)[0]?.toUpperCase()}
        </Avatar>
        {canEdit ? (
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && void run(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={pending}>
                  {settings.logo_url ? 'Replace' : 'Upload'}
                </Button>
              )}
            </FileButton>
            {settings.logo_url && (
              <Button variant="subtle" color="red" onClick={() => void run(null)} disabled={pending}>
                Remove
              </Button>
            )}
          </Group>
        ) : (
          <Stack gap={0}>
            <Text size="sm" c="dimmed">
              Ask an owner to change the logo.
            </Text>
          </Stack>
        )}
      </Group>
    </Panel>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunkBytes = 8192;
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkBytes));
  return btoa(binary);
}

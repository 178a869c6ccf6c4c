import { Box, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Scheme, shadesOf } from '../../../server/src/platform/pages/accent.ts';
import { useCan } from '../session/session.ts';
import type { Settings } from '../shared/api/types.ts';
import { Problem } from '../shared/fields/form.tsx';
import { Panel } from '../shared/panel.tsx';
import { useAction } from '../shared/use-action.ts';
import { useSaveSettings } from './settings.ts';

/** The colour of pages without one, as in web/shared/theme.css. */
const ownColor = '#2350d8';

export function AccentColor({ settings }: { settings: Settings }) {
  const canEdit = useCan('settings.write');
  const save = useSaveSettings();
  const [chosen, setChosen] = useState<string | null>(null);
  const { run, pending, error } = useAction(async (color: string | null) => {
    const saved = await save({ accent_color: color });
    setChosen(null);
    return saved;
  });
  const color = chosen ?? settings.accent_color ?? ownColor;
  return (
    <Panel
      title="Accent colour"
      description="Colour of buttons and links at checkout, on invoices and their PDFs, and in e-mails. Shades are adjusted so that text stays readable."
    >
      {error && <Problem error={error} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Preview color={color} scheme="light" />
        <Preview color={color} scheme="dark" />
      </SimpleGrid>
      {canEdit && (
        <Group align="flex-end">
          <TextInput
            type="color"
            label="Colour"
            w="5rem"
            value={color}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Button onClick={() => void run(color)} loading={pending} disabled={chosen === null}>
            Save colour
          </Button>
          {settings.accent_color && (
            <Button variant="subtle" color="red" onClick={() => void run(null)} disabled={pending}>
              Reset
            </Button>
          )}
        </Group>
      )}
    </Panel>
  );
}

const backgrounds = { light: '#ffffff', dark: '#14161b' };

/** Drawn like the button and a link of customer pages. */
function Preview({ color, scheme }: { color: string; scheme: Scheme }) {
  const { fill, on, line, text } = shadesOf(color, scheme);
  return (
    <Box bg={backgrounds[scheme]} p="md" bd="1px solid var(--mantine-color-default-border)" bdrs="md">
      <Box bg={fill} c={on} bd={`1px solid ${line}`} bdrs={12} p="xs" ta="center" fw={600}>
        Pay
      </Box>
      <Box c={text} mt="xs" ta="center" fz="sm" td="underline">
        {scheme === 'light' ? 'Light' : 'Dark'}
      </Box>
    </Box>
  );
}

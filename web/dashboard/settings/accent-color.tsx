import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import type { Settings } from '../shared/api/types.ts';
import { Problem } from '../shared/fields/form.tsx';
import { Panel } from '../shared/panel.tsx';
import { useAction } from '../shared/use-action.ts';
import classes from './branding.module.css';
import { useSaveSettings } from './settings.ts';

/** The colour of pages without one, as in web/shared/theme.css. */
const ownColor = '#2350d8';
/** To begin with: each is told apart from the others and readable in both schemes. */
const suggestions = ['#2350d8', '#6d28d9', '#be185d', '#c2410c', '#047857', '#0e7490', '#171a21'];

interface AccentColorProps {
  settings: Settings;
  /** Null until another colour than the saved one was chosen. */
  chosen: string | null;
  onChoose(color: string | null): void;
}

export function AccentColor({ settings, chosen, onChoose }: AccentColorProps) {
  const canEdit = useCan('settings.write');
  const save = useSaveSettings();
  const { run, pending, error } = useAction(async (color: string | null) => {
    const saved = await save({ accent_color: color });
    onChoose(null);
    return saved;
  });
  const color = chosen ?? settings.accent_color ?? ownColor;
  return (
    <Panel
      title="Accent colour"
      description="Colour of buttons and links. Shades are adjusted so that text stays readable, in light and in dark."
    >
      {error && <Problem error={error} />}
      {canEdit ? (
        <Stack gap="md">
          <Group align="flex-end" gap="lg">
            <TextInput
              type="color"
              label="Colour"
              w="5rem"
              value={color}
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            />
            <Stack gap={6}>
              <Input.Label component="div">Suggestions</Input.Label>
              <Swatches color={color} onChoose={onChoose} />
            </Stack>
          </Group>
          <Group>
            <Button onClick={() => void run(color)} loading={pending} disabled={chosen === null}>
              Save colour
            </Button>
            {settings.accent_color && (
              <Button variant="subtle" color="red" onClick={() => void run(null)} disabled={pending}>
                Reset
              </Button>
            )}
          </Group>
        </Stack>
      ) : (
        'Ask an owner to change the colour.'
      )}
    </Panel>
  );
}

function Swatches({ color, onChoose }: { color: string; onChoose(color: string): void }) {
  return (
    <div className={classes['swatches']}>
      {suggestions.map((suggested) => (
        <button
          key={suggested}
          type="button"
          className={classes['swatch']}
          style={{ background: suggested }}
          aria-label={`Use ${suggested}`}
          aria-pressed={suggested === color}
          onClick={() => onChoose(suggested)}
        />
      ))}
    </div>
  );
}

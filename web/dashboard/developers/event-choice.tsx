import { Checkbox, Fieldset, Input, Stack, Text } from '@mantine/core';
import classes from './event-choice.module.css';
import { choose, eventGroups, everyType } from './event-types.ts';

interface EventChoiceProps {
  value: string[];
  onChange(events: string[]): void;
  error: string | null;
}

export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const all = value.includes(everyType);
  return (
    <Fieldset
      legend={
        <Text fw={500} size="sm">
          Events
        </Text>
      }
      className={classes['choice'] ?? ''}
    >
      <Stack gap="sm">
        <Checkbox
          name="events"
          label="All events"
          description="Also those of types that are added later."
          checked={all}
          onChange={(event) => onChange(event.currentTarget.checked ? [everyType] : [])}
          aria-invalid={error !== null}
        />
        {error && <Input.Error role="alert">{error}</Input.Error>}
        {eventGroups.map(({ resource, label, types }) => (
          <EventGroup
            key={resource}
            label={label}
            types={types}
            value={value}
            all={all}
            onChange={onChange}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

interface EventGroupProps {
  label: string;
  types: { type: string; when: string }[];
  value: string[];
  all: boolean;
  onChange(events: string[]): void;
}

function EventGroup({ label, types, value, all, onChange }: EventGroupProps) {
  const names = types.map(({ type }) => type);
  const count = names.filter((type) => value.includes(type)).length;
  return (
    <Stack gap={6}>
      <Checkbox
        label={label}
        checked={all || count === names.length}
        indeterminate={count > 0 && count < names.length}
        disabled={all}
        onChange={() => onChange(choose(value, names, count < names.length))}
      />
      <Stack gap={6} className={classes['types'] ?? ''}>
        {types.map(({ type, when }) => (
          <Checkbox
            key={type}
            size="xs"
            label={
              <>
                <span className="mono">{type}</span>{' '}
                <Text span size="xs" c="dimmed">
                  {when}
                </Text>
              </>
            }
            checked={all || value.includes(type)}
            disabled={all}
            onChange={(event) => onChange(choose(value, [type], event.currentTarget.checked))}
          />
        ))}
      </Stack>
    </Stack>
  );
}

import { Checkbox, Fieldset, Input, Stack, Text } from '@mantine/core';
import type { Endpoint } from '../../shared/api/types.ts';
import { choose, type EventGroup, eventGroups, everyType } from '../events/event-types.ts';
import classes from './event-choice.module.css';

interface EventChoiceProps {
  value: Endpoint['events'];
  onChange(events: Endpoint['events']): void;
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
          description="Including event types added later."
          checked={all}
          onChange={(event) => onChange(event.currentTarget.checked ? [everyType] : [])}
          aria-invalid={error !== null}
        />
        {error && <Input.Error role="alert">{error}</Input.Error>}
        {eventGroups.map(({ resource, label, types }) => (
          <EventGroupFields
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

interface EventGroupFieldsProps {
  label: string;
  types: EventGroup['types'];
  value: Endpoint['events'];
  all: boolean;
  onChange(events: Endpoint['events']): void;
}

function EventGroupFields({ label, types, value, all, onChange }: EventGroupFieldsProps) {
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
        {types.map(({ type, description }) => (
          <Checkbox
            key={type}
            size="xs"
            label={
              <>
                <span className="mono">{type}</span>{' '}
                <Text span size="xs" c="dimmed">
                  {description}
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

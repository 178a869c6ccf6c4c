import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../icons.tsx';
import { blankRow, type MetadataRow, maxMetadataKeys, metadataField } from './metadata.ts';
import classes from './metadata-editor.module.css';

interface MetadataEditorProps {
  form: {
    values: { metadata: MetadataRow[] };
    errorOf(field: string): string | null;
    set(field: 'metadata', rows: MetadataRow[]): void;
  };
}

export function MetadataEditor({ form }: MetadataEditorProps) {
  const rows = form.values.metadata;
  const onChange = (changed: MetadataRow[]) => form.set('metadata', changed);
  const frame = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    flushSync(() => onChange([...rows, blankRow()]));
    frame.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  };
  /** Moves the focus to the add button, because the focused row is gone. */
  const remove = (id: string) => {
    flushSync(() => onChange(rows.filter((row) => row.id !== id)));
    frame.current?.querySelector<HTMLButtonElement>(':scope > div > button')?.focus();
  };
  return (
    <fieldset className={classes['frame']} ref={frame}>
      <Input.Label component="legend">Metadata</Input.Label>
      <Stack gap="xs" align="flex-start">
        <Input.Description>
          Key-value pairs for your own use. Not shown to customers. Up to {maxMetadataKeys} keys, values up to
          500 characters.
        </Input.Description>
        {rows.length > 0 && (
          <ol className={classes['rows']}>
            {rows.map((row, index) => (
              <Pair
                key={row.id}
                row={row}
                number={index + 1}
                error={form.errorOf(metadataField(row.key))}
                onChange={(changed) =>
                  onChange(rows.map((before) => (before.id === row.id ? changed : before)))
                }
                onRemove={() => remove(row.id)}
              />
            ))}
          </ol>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          disabled={rows.length >= maxMetadataKeys}
          onClick={add}
        >
          Add metadata
        </Button>
      </Stack>
    </fieldset>
  );
}

interface PairProps {
  row: MetadataRow;
  number: number;
  error: string | null;
  onChange(row: MetadataRow): void;
  onRemove(): void;
}

function Pair({ row, number, error, onChange, onRemove }: PairProps) {
  const field = (name: 'key' | 'value', label: string) => ({
    'aria-label': `${label} ${number}`,
    placeholder: label,
    autoComplete: 'off',
    value: row[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...row, [name]: event.currentTarget.value }),
  });
  return (
    <li>
      <TextInput {...field('key', 'Key')} />
      <TextInput {...field('value', 'Value')} name={metadataField(row.key)} error={error} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onRemove}
        aria-label={`Remove metadata ${number}`}
        title={`Remove metadata ${number}`}
      >
        <Icon name="cross" size={16} />
      </ActionIcon>
    </li>
  );
}

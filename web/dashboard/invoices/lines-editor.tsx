import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatMoney } from '../../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { blankLine, type LineFields } from './invoice-fields.ts';
import classes from './lines-editor.module.css';

const maxLines = 200;

interface LinesEditorProps {
  lines: LineFields[];
  amounts: (string | null)[];
  currency: string;
  errorOf(field: string): string | null;
  onChange(lines: LineFields[]): void;
}

export function LinesEditor({ lines, amounts, currency, errorOf, onChange }: LinesEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const move = (index: number, by: number) => {
    const moved = [...lines];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  /** Moves the focus to the given line, because the focused one may be gone. */
  const changeAndFocus = (changed: LineFields[], index: number) => {
    flushSync(() => onChange(changed));
    list.current?.children[index]?.querySelector('input')?.focus();
  };
  const remove = (index: number) =>
    changeAndFocus(
      lines.filter((_, at) => at !== index),
      Math.max(0, index - 1),
    );
  return (
    <>
      <ol className={classes['lines']} ref={list}>
        {lines.map((line, index) => (
          <LineEditor
            key={line.key}
            line={line}
            index={index}
            last={index === lines.length - 1}
            amount={amounts[index] ?? null}
            currency={currency}
            errorOf={errorOf}
            onChange={(changed) =>
              onChange(lines.map((before) => (before.key === line.key ? changed : before)))
            }
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<Icon name="plus" size={14} />}
        disabled={lines.length >= maxLines}
        onClick={() => changeAndFocus([...lines, blankLine()], lines.length)}
      >
        Add line item
      </Button>
    </>
  );
}

interface LineEditorProps {
  line: LineFields;
  index: number;
  last: boolean;
  amount: string | null;
  currency: string;
  errorOf(field: string): string | null;
  onChange(line: LineFields): void;
  onMove(by: number): void;
  onRemove(): void;
}

function LineEditor({
  line,
  index,
  last,
  amount,
  currency,
  errorOf,
  onChange,
  onMove,
  onRemove,
}: LineEditorProps) {
  const number = index + 1;
  const labelled = index === 0;
  // It cannot move, and an invoice has at least one.
  const only = labelled && last;
  const field = (name: 'description' | 'quantity' | 'unit_price', label: string) => ({
    name: `line_items[${index}].${name}`,
    error: errorOf(`line_items[${index}].${name}`),
    'aria-label': `${label} of line ${number}`,
    autoComplete: 'off',
    required: true,
    value: line[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...line, [name]: event.currentTarget.value }),
    label,
  });
  return (
    <li
      className={`${classes['line']} ${labelled ? classes['labelled'] : ''} ${only ? classes['only'] : ''}`}
    >
      <TextInput {...field('description', 'Description')} />
      <TextInput inputMode="decimal" {...field('quantity', 'Quantity')} />
      <TextInput inputMode="decimal" placeholder="0.00" {...field('unit_price', 'Unit price')} />
      <output className={`${classes['amount']} numbers`} aria-label={`Amount of line ${number}`}>
        {amount === null ? '–' : formatMoney('en', amount, currency)}
      </output>
      {!only && (
        <div className={classes['buttons']}>
          <LineButton
            label={`Move line ${number} up`}
            icon="up"
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <LineButton
            label={`Move line ${number} down`}
            icon="chevron"
            disabled={last}
            onClick={() => onMove(1)}
          />
          <LineButton label={`Remove line ${number}`} icon="cross" onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

interface LineButtonProps {
  label: string;
  icon: 'up' | 'chevron' | 'cross';
  disabled?: boolean;
  onClick(): void;
}

/** Marked aria-disabled rather than disabled, so that it keeps the focus when a line reaches the top or bottom. */
function LineButton({ label, icon, disabled = false, onClick }: LineButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      {...(disabled ? { 'data-disabled': true } : { onClick })}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

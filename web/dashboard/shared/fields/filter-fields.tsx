import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../icons.tsx';
import type { Filter } from '../lists/filter.ts';
import classes from '../lists/filters.module.css';
import { useSearchValues } from '../lists/search.ts';
import { statusLabel } from '../status-badge.tsx';

const typingPauseMs = 350;

/** Debounced, so that typing does not send a request per keystroke. */
export function TextField({ filter: { name, label, kind, placeholder } }: { filter: Filter }) {
  const { values, change } = useSearchValues();
  const [typed, setTyped] = useState<string | null>(null);
  const apply = useDebouncedCallback(
    (text: string) => void change({ [name]: text.trim() || undefined }),
    typingPauseMs,
  );
  return (
    <TextInput
      size="sm"
      label={label}
      type={kind === 'date' ? 'date' : 'text'}
      {...(placeholder ? { placeholder } : {})}
      {...(kind === 'search'
        ? { leftSection: <Icon name="search" size={16} />, className: classes['search'] ?? '' }
        : {})}
      maxLength={254}
      value={typed ?? values[name] ?? ''}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
      onBlur={() => {
        apply.flush();
        setTyped(null);
      }}
    />
  );
}

export function ChoiceField({ filter }: { filter: Filter }) {
  const { name, label } = filter;
  const { values, change } = useSearchValues();
  return (
    <NativeSelect
      size="sm"
      label={label}
      data={[{ value: '', label: 'Any' }, ...optionsOf(filter)]}
      value={values[name] ?? ''}
      onChange={(event) => void change({ [name]: event.currentTarget.value || undefined })}
    />
  );
}

export function optionsOf({ options = [] }: Filter): { value: string; label: string }[] {
  return options.map((option) =>
    typeof option === 'string' ? { value: option, label: statusLabel(option) } : option,
  );
}

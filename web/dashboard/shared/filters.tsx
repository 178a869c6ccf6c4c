import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { withQuery } from './api.ts';
import { useEnvironment } from './environment.ts';
import { facts } from './facts.ts';
import classes from './filters.module.css';
import { Icon } from './icons.tsx';
import { useSearchValues } from './search.ts';
import { statusLabel } from './status-badge.tsx';

const typingPauseMs = 350;

interface FiltersProps {
  /** Names of the filters in the URL. */
  names: readonly string[];
  children: ReactNode;
}

/** The filters of a list, kept in the URL. */
export function Filters({ names, children }: FiltersProps) {
  const { values, change } = useSearchValues();
  const used = names.some((name) => values[name]);
  return (
    <search aria-label="Filters">
      <div className={classes['filters']}>
        {children}
        {used && (
          <Button
            variant="subtle"
            size="sm"
            className={classes['clear'] ?? ''}
            onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

interface TextFilterProps {
  name: string;
  label: string;
  placeholder?: string;
  type?: 'text' | 'date';
}

/** Debounced, so that typing does not send a request per keystroke. */
export function TextFilter({ name, label, placeholder, type = 'text' }: TextFilterProps) {
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
      type={type}
      {...(placeholder ? { placeholder } : {})}
      {...(type === 'text'
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

interface ChoiceFilterProps {
  name: string;
  label: string;
  options: readonly (string | { value: string; label: string })[];
}

export function ChoiceFilter({ name, label, options }: ChoiceFilterProps) {
  const { values, change } = useSearchValues();
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: statusLabel(option) } : option,
  );
  return (
    <NativeSelect
      size="sm"
      label={label}
      data={[{ value: '', label: 'Any' }, ...data]}
      value={values[name] ?? ''}
      onChange={(event) => void change({ [name]: event.currentTarget.value || undefined })}
    />
  );
}

interface ExportButtonProps {
  resource: 'payments' | 'refunds' | 'invoices' | 'events' | 'payouts' | 'balance';
  filters: Record<string, string | undefined>;
}

/** Downloads the whole filtered list. */
export function ExportButton({ resource, filters }: ExportButtonProps) {
  const environment = useEnvironment();
  const path = `${facts.site_path}/dashboard/api/exports/${resource}.csv`;
  return (
    <Button
      component="a"
      variant="default"
      href={withQuery(path, { environment, ...filters })}
      download
      leftSection={<Icon name="download" size={16} />}
    >
      Export CSV
    </Button>
  );
}

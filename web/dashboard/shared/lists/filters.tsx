import { Button, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { formatDay } from '../charts/dates.ts';
import { ChoiceField, optionsOf, TextField } from '../fields/filter-fields.tsx';
import { Icon } from '../icons.tsx';
import type { Filter } from './filter.ts';
import classes from './filters.module.css';
import { useSearchValues } from './search.ts';

/** The filters of a list, kept in the URL, and those in use as chips that remove them. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const [open, { toggle }] = useDisclosure(false);
  const foldedId = useId();
  const always = filters.filter(({ kind }) => kind === 'search');
  const folded = filters.filter(({ kind }) => kind !== 'search');
  return (
    <search aria-label="Filters" className={classes['root']}>
      <div className={classes['filters']}>
        {always.map((filter) => (
          <TextField key={filter.name} filter={filter} />
        ))}
        {folded.length > 0 && (
          <Button
            variant="default"
            hiddenFrom="sm"
            aria-expanded={open}
            aria-controls={foldedId}
            onClick={toggle}
            rightSection={<Icon name={open ? 'up' : 'chevron'} size={16} />}
          >
            Filters
          </Button>
        )}
        <div id={foldedId} className={classes['folded']} data-open={open}>
          {folded.map((filter) =>
            filter.kind === 'choice' ? (
              <ChoiceField key={filter.name} filter={filter} />
            ) : (
              <TextField key={filter.name} filter={filter} />
            ),
          )}
        </div>
      </div>
      <Chips filters={filters} />
    </search>
  );
}

function Chips({ filters }: { filters: readonly Filter[] }) {
  const { values, change } = useSearchValues();
  const used = filters.filter(({ name }) => values[name]);
  if (used.length === 0) return null;
  return (
    <div className={classes['chips']}>
      {used.map((filter) => (
        <UnstyledButton
          key={filter.name}
          className={classes['chip'] ?? ''}
          onClick={() => void change({ [filter.name]: undefined })}
        >
          <span className="unseen">Remove filter </span>
          {filter.label}: <strong>{shownValue(filter, values[filter.name] ?? '')}</strong>
          <Icon name="cross" size={14} />
        </UnstyledButton>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => void change(Object.fromEntries(used.map(({ name }) => [name, undefined])))}
      >
        Clear filters
      </Button>
    </div>
  );
}

function shownValue(filter: Filter, value: string): string {
  if (filter.kind === 'choice')
    return optionsOf(filter).find((option) => option.value === value)?.label ?? value;
  return filter.kind === 'date' && !Number.isNaN(Date.parse(value)) ? formatDay(value) : value;
}

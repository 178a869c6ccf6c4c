import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSession } from '../session/session.ts';
import { useResource } from '../shared/api/queries.ts';
import { Icon } from '../shared/icons.tsx';
import { type Destination, foundDestinations, idDestination, pageDestinations } from './destinations.ts';
import classes from './shell.module.css';

const typingPauseMs = 250;

export function SearchDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title="Search"
      centered={false}
      yOffset="10vh"
      size="lg"
    >
      <SearchPanel onDone={onClose} />
    </Modal>
  );
}

function SearchPanel({ onDone }: { onDone(): void }) {
  const [text, setText] = useState('');
  const results = useDestinations(text);
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);

  function move(event: KeyboardEvent, step: 1 | -1) {
    event.preventDefault();
    const links: Element[] = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = document.activeElement;
    const next = (focused ? links.indexOf(focused) : -1) + step;
    const target = next < 0 ? input.current : links[Math.min(next, links.length - 1)];
    if (target instanceof HTMLElement) target.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(event, 1);
    if (event.key === 'ArrowUp') move(event, -1);
    const [first] = results;
    if (event.key !== 'Enter' || event.target !== input.current || !first) return;
    event.preventDefault();
    onDone();
    void navigate({ to: first.to });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the field and the links inside.
    <div onKeyDown={onKeyDown}>
      <TextInput
        ref={input}
        label="Search for payments, refunds, invoices and pages"
        placeholder="ID, number, amount, e-mail, hash, address or page"
        data-autofocus
        maxLength={254}
        value={text}
        leftSection={<Icon name="search" size={16} />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul ref={list} className={classes['results']} aria-label="Results">
        {results.map(({ id, to, label, kind }) => (
          <li key={id}>
            <Link to={to} onClick={onDone}>
              <span>{label}</span>
              <Text span size="xs" c="dimmed">
                {kind}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      {results.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          Nothing found. Enter the start of an ID, number, e-mail address or hash, or a whole amount or
          address.
        </Text>
      )}
    </div>
  );
}

function useDestinations(text: string): Destination[] {
  const { permissions } = useSession();
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const query = useResource(
    '/dashboard/api/search',
    { query: { text: search } },
    { keepPrevious: true, enabled: search !== '' },
  );
  const byId = idDestination(text);
  const pages = pageDestinations(text, (item) => permissions.includes(item.permission ?? 'read'));
  const found = text.trim() === '' || !query.data ? [] : foundDestinations(query.data);
  const all = [...found, ...(byId ? [byId] : []), ...pages];
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}

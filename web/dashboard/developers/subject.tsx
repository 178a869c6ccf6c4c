import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../shared/values.tsx';
import { subjectOf } from './event-types.ts';
import type { EventBody } from './types.ts';

/** What an event is about, as a way there. */
export function Subject({ event, short = false }: { event: EventBody; short?: boolean }) {
  const subject = subjectOf(event);
  if (!subject) return '–';
  const { id, to } = subject;
  const shown = short ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
  return (
    <span className="id">
      {to ? (
        <Anchor component={Link} to={to} size="sm" className="mono" title={id}>
          {shown}
        </Anchor>
      ) : (
        <span className="mono" title={id}>
          {shown}
        </span>
      )}
      <CopyButton value={id} label="id" />
    </span>
  );
}

import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral';

/** Every status that any resource has, and how it sounds. */
const tones: Record<string, Tone> = {
  completed: 'good',
  paid: 'good',
  succeeded: 'good',
  sent: 'good',
  active: 'good',
  enabled: 'good',
  processing: 'info',
  open: 'info',
  pending: 'warn',
  queued: 'warn',
  invited: 'warn',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  draft: 'neutral',
  expired: 'neutral',
  void: 'neutral',
  disabled: 'neutral',
  inactive: 'neutral',
  revoked: 'neutral',
  failed: 'bad',
};

/** The word says it; the colour only helps to find it. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes['badge']} data-tone={tones[status] ?? 'neutral'}>
      {statusLabel(status)}
    </span>
  );
}

/** "partially_refunded" as "Partially refunded". */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** For what has no word among them, such as the status of an HTTP answer. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  );
}

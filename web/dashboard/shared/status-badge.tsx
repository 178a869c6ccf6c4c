import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral';

/** Every status of every resource. */
const tones: Record<string, Tone> = {
  completed: 'good',
  paid: 'good',
  succeeded: 'good',
  sent: 'good',
  active: 'good',
  enabled: 'good',
  returned: 'good',
  credited: 'good',
  approved: 'good',
  confirmed: 'good',
  processing: 'info',
  returning: 'info',
  open: 'info',
  held: 'warn',
  waiting: 'warn',
  sending: 'info',
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
  replaced: 'neutral',
  cancelled: 'neutral',
  failed: 'bad',
  failing: 'bad',
  reversed: 'bad',
  declined: 'bad',
};

/** The colour is only a hint: the text carries the meaning. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes['badge']} data-tone={tones[status] ?? 'neutral'}>
      {statusLabel(status)}
    </span>
  );
}

/** "partially_refunded" becomes "Partially refunded". */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** For anything that is not a resource status, such as an HTTP status. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  );
}

import { ToneBadge } from '../../shared/status-badge.tsx';

export function HttpStatus({ status }: { status: number }) {
  const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return <ToneBadge tone={tone}>{status}</ToneBadge>;
}

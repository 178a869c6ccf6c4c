import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../shared/icons.tsx';

interface Props {
  icon: IconName;
  tone: 'good' | 'bad' | 'neutral';
  heading: string;
  children: ComponentChildren;
}

/** How a payment ended: icon, heading and a short text. */
export function Outcome({ icon, tone, heading, children }: Props) {
  return (
    <div class={`outcome outcome-${tone}`}>
      <span class="outcome-sign">
        <Icon name={icon} />
      </span>
      <h2 tabIndex={-1}>{heading}</h2>
      {children}
    </div>
  );
}

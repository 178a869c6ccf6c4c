import type { ComponentChildren } from 'preact';

interface Props {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A row of a list of details. */
export function Detail({ label, class: kind, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class={kind}>{children}</dd>
    </div>
  );
}

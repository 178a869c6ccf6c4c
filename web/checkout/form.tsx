import type { ComponentChildren } from 'preact';

interface Props {
  onSubmit(): void;
  children: ComponentChildren;
}

/** Submits only when all fields are valid; otherwise focuses the first invalid one, which shows its own error. */
export function Form({ onSubmit, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = event.currentTarget.querySelector<HTMLInputElement>('input:invalid');
        if (wrong) wrong.focus();
        else onSubmit();
      }}
    >
      {children}
    </form>
  );
}

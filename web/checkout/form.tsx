import type { ComponentChildren } from 'preact';

interface Props {
  onSubmit(): void;
  children: ComponentChildren;
}

/** Goes on only when every field is right; else to the first that is not, which says by itself what is wrong. */
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

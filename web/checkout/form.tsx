import type { ComponentChildren } from 'preact';
import type { EmailDraft } from './choose/use-email.ts';

interface Props {
  /** Saved before the form is submitted. */
  email: EmailDraft;
  onSubmit(): void;
  children: ComponentChildren;
}

/** Submits only when the e-mail address is accepted; otherwise focuses its field, which shows what is wrong. */
export function Form({ email, onSubmit, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        const field = event.currentTarget.querySelector<HTMLInputElement>('input[type=email]');
        if (await email.commit(field?.validity.valid ?? true)) onSubmit();
        else field?.focus();
      }}
    >
      {children}
    </form>
  );
}

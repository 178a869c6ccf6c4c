import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import type { ApiError } from '../shared/api/api-error.ts';
import type { FormState } from '../shared/fields/use-form.ts';
import classes from './fields.module.css';

/** Form controls without Mantine, for the pages that must stay small and for the sign-in dialog. */

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  description?: string;
  error?: string | null;
  /** Shown inside the input, at its end. */
  end?: ReactNode;
}

export function Field({ label, description, error, end, ...input }: FieldProps) {
  const id = useId();
  const describedBy = [description && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      {description && (
        <p id={`${id}-help`} className={classes['help']}>
          {description}
        </p>
      )}
      <div className={classes['control']}>
        <input id={id} {...input} {...(describedBy ? { 'aria-describedby': describedBy } : {})} />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={classes['reveal']}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}

export function NewPasswordField(props: FieldProps) {
  return (
    <PasswordField description="At least 10 characters." autoComplete="new-password" required {...props} />
  );
}

export function PlainForm({ form, children }: { form: FormState; children: ReactNode }) {
  return (
    <form ref={form.element} onSubmit={form.submit} noValidate className={classes['form']}>
      {form.problem && <PlainProblem error={form.problem} />}
      {children}
    </form>
  );
}

export function PlainSubmit({ form, children }: { form: FormState; children: ReactNode }) {
  return (
    <button type="submit" className={classes['submit']} aria-busy={form.pending}>
      {children}
    </button>
  );
}

export function PlainButton(props: { onClick(): void; busy: boolean; children: ReactNode }) {
  return (
    <button type="button" className={classes['other']} aria-busy={props.busy} onClick={props.onClick}>
      {props.children}
    </button>
  );
}

export function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={classes['submit']}>
      {children}
    </a>
  );
}

/** The API's error message, with the request ID to quote to support. */
export function PlainProblem({ error }: { error: ApiError }) {
  return (
    <div role="alert" className={classes['problem']}>
      <strong>{error.message}</strong>
      {error.requestId && (
        <p>
          {error.code} · Request ID <code>{error.requestId}</code>
        </p>
      )}
    </div>
  );
}

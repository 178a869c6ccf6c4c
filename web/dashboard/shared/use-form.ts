import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type ApiError, toApiError } from './api-error.ts';
import { useAction } from './use-action.ts';

interface FormOptions<Values, Result> {
  initial: Values;
  send(values: Values, idempotencyKey: string): Promise<Result>;
  onDone?(result: Result, values: Values): void;
}

/** A form whose fields are checked by the API. A field is known by the name of its input, written as the API writes it. */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  const [values, setValues] = useState(options.initial);
  const [refusal, setRefusal] = useState<{ field: string; message: string } | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const { run, pending } = useAction((input: Values, key) => options.send(input, key).catch(refuse));

  /** Beside its field when the form shows it, at the top when not. */
  function refuse(thrown: unknown): never {
    const error = toApiError(thrown);
    const input = error.field === null ? null : inputNamed(element.current, error.field);
    if (input && error.field !== null) {
      setRefusal({ field: error.field, message: error.message });
      input.focus();
    } else setProblem(error);
    throw error;
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    // A form in a dialog is, for React, inside the form the dialog stands over.
    event?.stopPropagation();
    setRefusal(null);
    setProblem(null);
    const empty = emptyInput(element.current);
    if (empty) {
      setRefusal({ field: empty.name, message: 'Fill this in.' });
      empty.focus();
      return;
    }
    const result = await run(values);
    if (result !== undefined) options.onDone?.(result, values);
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setValues((before) => ({ ...before, [name]: value }));
    forgive(String(name));
  }

  /** What was said about a field counts until the field is changed. */
  function forgive(name: string) {
    setRefusal((before) => (before && isWithin(before.field, name) ? null : before));
  }

  /** The API's message for a field, also a nested one: `line_items[0].quantity`. */
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : null);

  return {
    values,
    set,
    reset: setValues,
    changed: JSON.stringify(values) !== JSON.stringify(options.initial),
    errorOf,
    problem,
    pending,
    submit,
    element,
    /** For inputs of text. */
    text(name: TextField<Values>) {
      return {
        name,
        value: String(values[name]),
        error: errorOf(name),
        // Not every input of the library says so by itself.
        'aria-invalid': errorOf(name) !== null,
        onChange(event: { currentTarget: { value: string } }) {
          const { value } = event.currentTarget;
          setValues((before) => ({ ...before, [name]: value }));
          forgive(name);
        },
      };
    },
  };
}

type TextField<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

export interface FormState {
  problem: ApiError | null;
  pending: boolean;
  submit(event?: FormEvent): void;
  element: RefObject<HTMLFormElement | null>;
}

function isWithin(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
}

/** The only check of our own: the API says of an empty text that it is too short, in words that puzzle people. */
function emptyInput(form: HTMLFormElement | null): HTMLInputElement | null {
  const required = form?.querySelectorAll<HTMLInputElement>('input[required]') ?? [];
  return [...required].find(({ value }) => value.trim() === '') ?? null;
}

function inputNamed(form: HTMLFormElement | null, name: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null;
}

import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { type ApiError, toApiError } from '../api/api-error.ts';
import { useAction } from '../use-action.ts';
import { fieldWords } from './field-words.ts';

interface FormOptions<Values, Result> {
  initial: Values;
  /** `button` is the value of the submit button, for a form that has several. */
  send(values: Values, idempotencyKey: string, button: string): Promise<Result>;
  onDone?(result: Result, values: Values): void;
}

/** A form validated by the API. Inputs are named like the API's fields, so that errors find them. */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  type Input = { values: Values; button: string };
  const [values, setValues] = useState(options.initial);
  const [fieldError, setFieldError] = useState<{ field: string; message: string } | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const added = useRef<(() => Promise<Partial<Values>>) | null>(null);
  const addBeforeSending = useCallback((ask: typeof added.current) => {
    added.current = ask;
  }, []);
  const send = async ({ values: typed, button }: Input, key: string) =>
    options.send({ ...typed, ...(await added.current?.()) }, key, button);
  const { run, pending } = useAction((input: Input, key) => send(input, key).catch(showError));

  /** Shows the error next to its field, or at the top if the form has no such field. */
  function showError(thrown: unknown): never {
    const error = toApiError(thrown);
    const input = error.field === null ? null : inputNamed(element.current, error.field);
    if (input && error.field !== null) {
      setFieldError({ field: error.field, message: fieldWords(error) });
      showAndFocus(input);
    } else setProblem(error);
    throw error;
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    // React events bubble through portals: a form in a dialog would also submit the form behind it.
    event?.stopPropagation();
    setFieldError(null);
    setProblem(null);
    const empty = emptyInput(element.current);
    if (empty) {
      setFieldError({ field: empty.name, message: 'This field is required.' });
      showAndFocus(empty);
      return;
    }
    const result = await run({ values, button: buttonOf(event) });
    if (result !== undefined) options.onDone?.(result, values);
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setValues((before) => ({ ...before, [name]: value }));
    clearError(String(name));
  }

  /** Clears a field's error when the field changes. */
  function clearError(name: string) {
    setFieldError((before) => (before && isWithin(before.field, name) ? null : before));
  }

  /** The API's error for a field, including nested ones: `line_items[0].quantity`. */
  const errorOf = (field: string) => (fieldError?.field === field ? fieldError.message : null);

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
    /** Asks for values that no input holds when the form is sent: the answer of a passkey. */
    addBeforeSending,
    /** Props for a text input. */
    text(name: TextField<Values>) {
      return {
        name,
        value: String(values[name]),
        error: errorOf(name),
        // Not every Mantine input sets it.
        'aria-invalid': errorOf(name) !== null,
        onChange(event: { currentTarget: { value: string } }) {
          const { value } = event.currentTarget;
          setValues((before) => ({ ...before, [name]: value }));
          clearError(name);
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

/** Checked here because the API reports an empty string as too short, which is confusing. */
function emptyInput(form: HTMLFormElement | null): HTMLInputElement | null {
  const required = form?.querySelectorAll<HTMLInputElement>('input[required]') ?? [];
  return [...required].find(({ value }) => value.trim() === '') ?? null;
}

function inputNamed(form: HTMLFormElement | null, name: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null;
}

/** Opens the folds around a field first: what is folded cannot have the focus. */
function showAndFocus(input: HTMLElement): void {
  for (let fold = input.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  input.focus();
}

function buttonOf(event: FormEvent | undefined): string {
  const native = event?.nativeEvent;
  const button = native instanceof SubmitEvent ? native.submitter : null;
  return button instanceof HTMLButtonElement ? button.value : '';
}

import { useRef, useState } from 'preact/hooks';
import { CheckoutError } from '../api.ts';

type Feedback = 'saving' | 'saved' | CheckoutError | null;

/** The customer's e-mail address, across the steps: what was typed stays, and so does what the server said about it. */
export interface EmailDraft {
  value: string;
  feedback: Feedback;
  type(value: string): void;
  /** Saves a change. `isValid` is the browser's own opinion. False if the address was refused. */
  commit(isValid: boolean): Promise<boolean>;
}

export function useEmail(email: string | null, save: (email: string | null) => Promise<void>): EmailDraft {
  const [value, setValue] = useState(email ?? '');
  const [feedback, setFeedback] = useState<Feedback>(null);
  const known = useRef(email ?? '');
  // Leaving the field and submitting the form follow each other at once: both wait for the same request.
  const saving = useRef<{ text: string; result: Promise<boolean> } | null>(null);

  async function send(text: string): Promise<boolean> {
    setFeedback('saving');
    try {
      await save(text === '' ? null : text);
      known.current = text;
      setFeedback('saved');
      return true;
    } catch (error) {
      const problem = error instanceof CheckoutError ? error : new CheckoutError('INTERNAL_ERROR');
      setFeedback(problem);
      return problem.code !== 'INVALID_EMAIL';
    } finally {
      saving.current = null;
    }
  }

  return {
    value,
    feedback,
    type: setValue,
    async commit(isValid) {
      const text = value.trim();
      if (saving.current?.text === text) return saving.current.result;
      const failed = feedback instanceof CheckoutError;
      if (text === known.current && !failed) return true;
      if (!isValid) {
        setFeedback(new CheckoutError('INVALID_EMAIL'));
        return false;
      }
      const result = send(text);
      saving.current = { text, result };
      return result;
    },
  };
}

import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { CheckoutError } from './api.ts';
import { errorText } from './error-text.ts';
import { useLanguage } from './i18n.ts';

interface Props {
  email: string | null;
  save(email: string | null): Promise<void>;
}

type Feedback = 'saving' | 'saved' | CheckoutError | null;

/** Saves on blur and on Enter. Feedback has its own line, so that the layout does not shift. */
export function EmailField({ email, save }: Props) {
  const language = useLanguage();
  const { t } = language;
  const id = useId();
  const [feedback, setFeedback] = useState<Feedback>(null);
  const known = useRef(email ?? '');
  const failed = feedback instanceof CheckoutError;

  async function commit(input: HTMLInputElement): Promise<void> {
    const value = input.value.trim();
    if (value === known.current && !failed) return;
    if (!input.validity.valid) {
      setFeedback(new CheckoutError('INVALID_EMAIL'));
      return;
    }
    setFeedback('saving');
    try {
      await save(value === '' ? null : value);
      known.current = value;
      setFeedback('saved');
    } catch (error) {
      setFeedback(error instanceof CheckoutError ? error : new CheckoutError('INTERNAL_ERROR'));
    }
  }

  return (
    <div class="field">
      <label for={id}>
        {t.email} <span class="field-optional">{`(${t.optional})`}</span>
      </label>
      <input
        id={id}
        type="email"
        autocomplete="email"
        inputMode="email"
        maxLength={254}
        defaultValue={email ?? ''}
        aria-invalid={failed}
        aria-describedby={`${id}-feedback`}
        onBlur={({ currentTarget }) => void commit(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void commit(event.currentTarget);
        }}
      />
      <p
        id={`${id}-feedback`}
        class={failed ? 'field-feedback field-error' : 'field-feedback'}
        role={failed ? 'alert' : 'status'}
      >
        {feedback === 'saving' && t.saving}
        {feedback === 'saved' && (
          <>
            <Icon name="check" />
            {t.saved}
          </>
        )}
        {failed && errorText(feedback, language)}
      </p>
    </div>
  );
}

import { useId } from 'preact/hooks';
import { Icon } from '../../shared/icons.tsx';
import { CheckoutError } from '../api.ts';
import { errorText } from '../error-text.ts';
import { useLanguage } from '../i18n.ts';
import type { EmailDraft } from './use-email.ts';

/** Saves on blur, on Enter and with the form. Feedback has its own line, so that the layout does not shift. */
export function EmailField({ email }: { email: EmailDraft }) {
  const language = useLanguage();
  const { t } = language;
  const id = useId();
  const { feedback } = email;
  const failed = feedback instanceof CheckoutError;
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
        value={email.value}
        aria-invalid={failed}
        aria-describedby={`${id}-feedback`}
        onInput={({ currentTarget }) => email.type(currentTarget.value)}
        onBlur={({ currentTarget }) => void email.commit(currentTarget.validity.valid)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void email.commit(event.currentTarget.validity.valid);
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

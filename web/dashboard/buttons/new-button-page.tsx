import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { buttonsPath } from './button.ts';
import { ButtonEditor } from './button-editor.tsx';
import { blankButton, createBody } from './button-fields.ts';

/** Creates a button; its page then shows the HTML to paste. */
export function NewButtonPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return (
    <Page
      title="Create button"
      description="The price is set here and cannot be changed by visitors of your website."
      back={{ to: '/buttons', label: 'Buttons' }}
    >
      <ButtonEditor
        initial={blankButton}
        submit="Create button"
        emptyHint="None selected: your checkout settings apply."
        send={(fields, idempotencyKey) => api.post(buttonsPath, { form: createBody(fields), idempotencyKey })}
        onDone={({ button_id }) => {
          notifyDone('Button created.');
          void refresh(buttonsPath);
          void navigate({ to: `/buttons/${button_id}` });
        }}
      />
    </Page>
  );
}

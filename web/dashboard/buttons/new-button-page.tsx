import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/environment.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { useRefresh } from '../shared/queries.ts';
import type { Button } from '../shared/types.ts';
import { buttonsPath } from './button.ts';
import { ButtonEditor } from './button-editor.tsx';
import { blankButton, createBody } from './button-fields.ts';

/** Once it is made, its own page shows the HTML to paste. */
export function NewButtonPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return (
    <Page
      title="New button"
      description="The price is fixed here: nobody can change it on your page."
      back={{ to: '/buttons', label: 'Buttons' }}
    >
      <ButtonEditor
        initial={blankButton}
        submit="Create the button"
        emptyHint="As set for your checkout."
        send={(fields, idempotencyKey) =>
          api.post<Button>(buttonsPath, createBody(fields), { idempotencyKey })
        }
        onDone={({ button_id }) => {
          notifyDone('The button is ready.');
          void refresh(buttonsPath);
          void navigate({ to: `/buttons/${button_id}` });
        }}
      />
    </Page>
  );
}

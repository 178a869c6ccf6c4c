import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Button } from '../shared/api/types.ts';
import { paymentOptionCounts } from '../shared/facts.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Load } from '../shared/states.tsx';
import { buttonKind, inPath } from './kinds.ts';
import { LinkEditor } from './link-editor.tsx';
import { buttonChanges, fieldsOf } from './link-fields.ts';
import { useButton } from './use-link.ts';

export function EditButtonPage() {
  const { buttonId = '' } = useParams({ strict: false });
  const query = useButton(buttonId);
  return (
    <Page
      title="Edit button"
      description="Your website shows changes at once. Existing payments keep their price."
      back={{ to: `/buttons/${buttonId}`, label: 'Button' }}
    >
      <Load query={query}>{(button) => <EditButton button={button} />}</Load>
    </Page>
  );
}

function EditButton({ button }: { button: Button }) {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  // The values when the form was opened, so that saving sends only what was edited here.
  const [before] = useState(() => fieldsOf(button, paymentOptionCounts));
  return (
    <LinkEditor
      kind={buttonKind}
      initial={before}
      submit="Save"
      emptyHint="None selected: all are accepted."
      send={(fields) =>
        api.patch(buttonKind.path, { ...inPath(button.button_id), form: buttonChanges(before, fields) })
      }
      onDone={() => {
        notifyDone('Button saved.');
        void refresh(buttonKind.listPath);
        void navigate({ to: `/buttons/${button.button_id}` });
      }}
    />
  );
}

import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../shared/environment.ts';
import { paymentOptionCounts } from '../shared/facts.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { useRefresh } from '../shared/queries.ts';
import { Load } from '../shared/states.tsx';
import type { Button } from '../shared/types.ts';
import { buttonPath, buttonsPath, useButton } from './button.ts';
import { ButtonEditor } from './button-editor.tsx';
import { changesBody, fieldsOf } from './button-fields.ts';

export function EditButtonPage() {
  const { buttonId = '' } = useParams({ strict: false });
  const query = useButton(buttonId);
  return (
    <Page
      title="Edit the button"
      description="Pages that have it show the new price from now on. Payments already made keep theirs."
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
  // As it was when the form was opened: what changed since then is not undone by saving something else.
  const [before] = useState(() => fieldsOf(button, paymentOptionCounts));
  return (
    <ButtonEditor
      initial={before}
      submit="Save"
      emptyHint="All of them."
      send={(fields) => api.patch<Button>(buttonPath(button.button_id), changesBody(before, fields))}
      onDone={() => {
        notifyDone('The button is saved.');
        void refresh(buttonsPath);
        void navigate({ to: `/buttons/${button.button_id}` });
      }}
    />
  );
}

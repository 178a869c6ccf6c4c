import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { type AnyLink, buttonKind, idOf, type Kind, linkKind } from './kinds.ts';
import { LinkEditor } from './link-editor.tsx';
import { blankLink, buttonBody, type LinkFields, paymentLinkBody } from './link-fields.ts';

/** Creates a link; its page then shows it, and its QR code. */
export function NewPaymentLinkPage() {
  const api = useApi();
  return (
    <NewPage
      kind={linkKind}
      send={(fields, idempotencyKey) =>
        api.post(linkKind.listPath, { form: paymentLinkBody(fields), idempotencyKey })
      }
    />
  );
}

/** Creates a button; its page then shows the HTML to paste. */
export function NewButtonPage() {
  const api = useApi();
  return (
    <NewPage
      kind={buttonKind}
      send={(fields, idempotencyKey) =>
        api.post(buttonKind.listPath, { form: buttonBody(fields), idempotencyKey })
      }
    />
  );
}

interface NewPageProps {
  kind: Kind;
  send(fields: LinkFields, idempotencyKey: string): Promise<AnyLink>;
}

function NewPage({ kind, send }: NewPageProps) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const create = `Create ${kind.noun}`;
  return (
    <Page title={create} description={kind.aboutNew} back={{ to: kind.pages, label: kind.plural }}>
      <LinkEditor
        kind={kind}
        initial={blankLink}
        submit={create}
        emptyHint="None selected: your checkout settings apply."
        send={send}
        onDone={(link) => {
          notifyDone(`${kind.title} created.`);
          void refresh(kind.listPath);
          void navigate({ to: `${kind.pages}/${idOf(link)}` });
        }}
      />
    </Page>
  );
}

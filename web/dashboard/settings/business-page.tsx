import { Textarea, TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import type { Settings } from '../shared/api/types.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { orNull, useSaveSettings, useSettings } from './settings.ts';

export function BusinessPage() {
  const query = useSettings();
  return (
    <Page beside title="Business" description="Shown to your customers. Applies to test mode and live mode.">
      <Load query={query}>{(settings) => <BusinessForm settings={settings} />}</Load>
    </Page>
  );
}

function BusinessForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const canEdit = useCan('settings.write');
  const form = useForm({
    initial: {
      name: settings.name,
      support_email: settings.support_email ?? '',
      support_url: settings.support_url ?? '',
      address: settings.address ?? '',
      tax_id: settings.tax_id ?? '',
    },
    send: ({ name, support_email, support_url, address, tax_id }) =>
      save({
        name,
        support_email: orNull(support_email),
        support_url: orNull(support_url),
        address: orNull(address),
        tax_id: orNull(tax_id),
      }),
  });
  return (
    <Panel title="Name and contact">
      <Form form={form}>
        <TextInput label="Business name" readOnly={!canEdit} required {...form.text('name')} />
        <TextInput
          label="Support e-mail"
          description="The contact for your customers. Replies to e-mails we send them go to this address."
          type="email"
          readOnly={!canEdit}
          {...form.text('support_email')}
        />
        <TextInput
          label="Support page"
          description="Where your customers find help. Shown before the address."
          placeholder="https://shop.example/help"
          inputMode="url"
          readOnly={!canEdit}
          {...form.text('support_url')}
        />
        <Textarea
          label="Address"
          description="Shown on your invoices. An issued invoice keeps the one it was issued with."
          autosize
          minRows={2}
          maxRows={8}
          readOnly={!canEdit}
          {...form.text('address')}
        />
        <TextInput
          label="Tax ID"
          description="Your tax or VAT number, shown on your invoices."
          readOnly={!canEdit}
          {...form.text('tax_id')}
        />
        {canEdit && (
          <SubmitButton form={form} w="fit-content">
            Save
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}

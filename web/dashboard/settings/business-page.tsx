import { TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import type { Settings } from '../shared/types.ts';
import { useForm } from '../shared/use-form.ts';
import { Logo } from './logo.tsx';
import { orNull, useSaveSettings, useSettings } from './settings.ts';

export function BusinessPage() {
  const query = useSettings();
  return (
    <Page title="Business" description="How your customers see you. It is the same in test and in live mode.">
      <Load query={query}>
        {(settings) => (
          <>
            <BusinessForm settings={settings} />
            <Logo settings={settings} />
          </>
        )}
      </Load>
    </Page>
  );
}

function BusinessForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const mayChange = useCan('settings.write');
  const form = useForm({
    initial: { name: settings.name, support_email: settings.support_email ?? '' },
    send: ({ name, support_email }) => save({ name, support_email: orNull(support_email) }),
  });
  return (
    <Panel title="Name and contact">
      <Form form={form}>
        <TextInput label="Business name" readOnly={!mayChange} required {...form.text('name')} />
        <TextInput
          label="Support e-mail"
          description="Where customers write to. Replies to mail we send them go there."
          type="email"
          readOnly={!mayChange}
          {...form.text('support_email')}
        />
        {mayChange && (
          <SubmitButton form={form} w="fit-content">
            Save
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}

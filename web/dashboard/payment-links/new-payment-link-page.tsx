import { Box, Group, NativeSelect, Radio, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { PaymentLink } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { ReturnUrlFields } from '../shared/fields/return-url-fields.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { linksPath } from './payment-link.ts';
import { blankPaymentLink, type PaymentLinkFields, paymentLinkBody } from './payment-link-fields.ts';

/** Creates a link; its page then shows it, and its QR code. */
export function NewPaymentLinkPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const form = useForm({
    initial: blankPaymentLink,
    send: (fields: PaymentLinkFields, idempotencyKey) =>
      api.post(linksPath, { form: paymentLinkBody(fields), idempotencyKey }),
    onDone: ({ payment_link_id }) => {
      notifyDone('Payment link created.');
      void refresh(linksPath);
      void navigate({ to: `/payment-links/${payment_link_id}` });
    },
  });
  return (
    <Page
      title="Create payment link"
      description="Many customers can pay it. Each gets a payment of their own."
      back={{ to: '/payment-links', label: 'Payment links' }}
    >
      <Box maw="48rem">
        <Form form={form} wide>
          <AmountPanel form={form} />
          <LimitsPanel form={form} />
          <CheckoutPanel form={form} />
          <Group>
            <SubmitButton form={form}>Create payment link</SubmitButton>
          </Group>
        </Form>
      </Box>
    </Page>
  );
}

type LinkForm = ReturnType<typeof useForm<PaymentLinkFields, PaymentLink>>;

function AmountPanel({ form }: { form: LinkForm }) {
  const money = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Panel title="Payment">
      <TextInput
        label="Name"
        description="What the customer pays for."
        autoComplete="off"
        required
        {...form.text('name')}
      />
      <Textarea
        label="Description"
        description="Shown below the name."
        autosize
        {...form.text('description')}
      />
      <Radio.Group
        label="Amount"
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind === 'free' ? 'free' : 'fixed')}
      >
        <Group mt="xs">
          <Radio value="fixed" label="Fixed" />
          <Radio value="free" label="Customer chooses" />
        </Group>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {form.values.kind === 'fixed' ? (
          <TextInput label="Price" placeholder="25.00" required {...money} {...form.text('amount')} />
        ) : (
          <TextInput label="Suggested" placeholder="20.00" {...money} {...form.text('suggested_amount')} />
        )}
        <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
        {form.values.kind === 'free' && (
          <>
            <TextInput label="Minimum" placeholder="5.00" {...money} {...form.text('minimum_amount')} />
            <TextInput label="Maximum" {...money} {...form.text('maximum_amount')} />
          </>
        )}
      </SimpleGrid>
    </Panel>
  );
}

function LimitsPanel({ form }: { form: LinkForm }) {
  return (
    <Panel title="Limits">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Maximum number of payments"
          description="Defaults to no limit."
          inputMode="numeric"
          autoComplete="off"
          {...form.text('max_payments')}
        />
        <TextInput
          label="Expires"
          description="In your time zone. Defaults to never."
          type="datetime-local"
          {...form.text('expires_at')}
        />
      </SimpleGrid>
    </Panel>
  );
}

function CheckoutPanel({ form }: { form: LinkForm }) {
  return (
    <Panel title="Checkout">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ReturnUrlFields form={form} />
        <TextInput
          label="Time to pay (minutes)"
          description="Defaults to 30."
          inputMode="numeric"
          autoComplete="off"
          {...form.text('expiration_minutes')}
        />
      </SimpleGrid>
      <PaymentOptionFields form={form} emptyHint="None selected: your checkout settings apply." />
      <MetadataEditor form={form} />
    </Panel>
  );
}

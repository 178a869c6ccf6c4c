import { Box, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Payment } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { languageOptions } from '../shared/fields/languages.ts';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { ReturnUrlFields } from '../shared/fields/return-url-fields.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Fold } from '../shared/fold.tsx';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { blankPayment, type NewPaymentFields, newPaymentBody } from './new-payment-fields.ts';

const emptyHint = 'None selected: your checkout settings apply.';

const lifetimes = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '360', label: '6 hours' },
  { value: '1440', label: '1 day' },
];

const languages = [{ value: '', label: "The customer's language" }, ...languageOptions];

/** Creates a payment; its page then shows the checkout link to send. */
export function NewPaymentPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const form = useForm({
    initial: blankPayment,
    send: async (fields: NewPaymentFields, idempotencyKey) =>
      api.post('/api/v1/payments', { form: newPaymentBody(fields), idempotencyKey }),
    onDone: (payment) => {
      notifyDone('Payment created.');
      void refresh('/dashboard/api/payments');
      void navigate({ to: `/payments/${payment.payment_id}` });
    },
  });
  return (
    <Page
      title="Create payment"
      description={
        <>
          One payment, with a checkout link to send to one customer. For a link that many customers can pay,
          create a{' '}
          <TextLink to="/payment-links/new" td="underline">
            payment link
          </TextLink>
          .
        </>
      }
      back={{ to: '/payments', label: 'Payments' }}
    >
      <Box maw="48rem">
        <Panel>
          <Form form={form} wide>
            <MainFields form={form} />
            <MoreFields form={form} />
            <Group>
              <SubmitButton form={form}>Create payment</SubmitButton>
            </Group>
          </Form>
        </Panel>
      </Box>
    </Page>
  );
}

type PaymentForm = ReturnType<typeof useForm<NewPaymentFields, Payment>>;

function MainFields({ form }: { form: PaymentForm }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="25.00"
          required
          {...form.text('amount')}
        />
        <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
      </SimpleGrid>
      <Textarea
        label="Description"
        description="Shown to the customer at checkout."
        autosize
        {...form.text('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="Expires after" data={lifetimes} {...form.text('expiration_minutes')} />
        <TextInput label="Customer e-mail" type="email" autoComplete="off" {...form.text('customer_email')} />
      </SimpleGrid>
    </>
  );
}

function MoreFields({ form }: { form: PaymentForm }) {
  return (
    <Fold label="More options" isOpen={false}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Reference ID"
            description="Your own unique ID, such as an order number."
            autoComplete="off"
            {...form.text('reference_id')}
          />
          <NativeSelect
            label="Checkout language"
            description="Customers can change it."
            data={languages}
            {...form.text('locale')}
          />
          <ReturnUrlFields form={form} />
        </SimpleGrid>
        <PaymentOptionFields form={form} emptyHint={emptyHint} />
        <MetadataEditor form={form} />
      </Stack>
    </Fold>
  );
}

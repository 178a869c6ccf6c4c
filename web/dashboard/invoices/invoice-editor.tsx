import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Fold } from '../shared/fold.tsx';
import { Panel } from '../shared/panel.tsx';
import classes from './invoice-editor.module.css';
import type { InvoiceFields } from './invoice-fields.ts';
import { InvoicePreview } from './invoice-preview.tsx';
import { LinesEditor } from './lines-editor.tsx';
import { liveTotals } from './live-totals.ts';
import { typedContent, useSeller } from './preview-content.ts';
import { TotalsView } from './totals-view.tsx';

interface InvoiceEditorProps {
  /** Called once. */
  initial(): InvoiceFields;
  /** Labels of the buttons. */
  save: string;
  saveAndSend: string;
  /** Help text while no payment options are selected. */
  emptyHint: string;
  send(fields: InvoiceFields, idempotencyKey: string, isSent: boolean): Promise<Invoice>;
  onDone(invoice: Invoice): void;
}

type InvoiceForm = ReturnType<typeof useForm<InvoiceFields, Invoice>>;

export function InvoiceEditor({ initial, save, saveAndSend, emptyHint, send, onDone }: InvoiceEditorProps) {
  const [first] = useState(initial);
  const form = useForm({
    initial: first,
    send: (fields, key, button) => send(fields, key, button === 'send'),
    onDone,
  });
  return (
    <div className={classes['columns']}>
      <Form form={form} wide>
        <Panel title="Customer">
          <CustomerFields form={form} />
        </Panel>
        <Panel title="Line items">
          <LineFields form={form} />
        </Panel>
        <Panel title="Terms">
          <TermFields form={form} emptyHint={emptyHint} />
        </Panel>
        <Stack gap="xs">
          <Group justify="flex-end" gap="xs">
            {/* First, so that Enter in a field never sends the invoice. */}
            <SubmitButton form={form} variant="default">
              {save}
            </SubmitButton>
            <Button type="submit" name="button" value="send" disabled={form.pending}>
              {saveAndSend}
            </Button>
          </Group>
          <Text size="xs" c="dimmed" ta="right">
            An invoice that was sent can be paid at once. It can be voided, but no longer edited.
          </Text>
        </Stack>
      </Form>
      <Preview values={form.values} />
    </div>
  );
}

function Preview({ values }: { values: InvoiceFields }) {
  const seller = useSeller();
  return (
    <section className={classes['preview']} aria-label="Preview">
      <Text size="xs" c="dimmed" mb={6}>
        What your customer receives
      </Text>
      <InvoicePreview content={typedContent(values, seller)} />
    </section>
  );
}

function CustomerFields({ form }: { form: InvoiceForm }) {
  const { customer_address, customer_tax_id } = form.values;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name or company" autoComplete="off" {...form.text('customer_name')} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.text('customer_email')} />
      </SimpleGrid>
      <Fold label="Address and tax ID" isOpen={customer_address !== '' || customer_tax_id !== ''}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Textarea
            label="Address"
            autoComplete="off"
            autosize
            minRows={2}
            maxRows={8}
            {...form.text('customer_address')}
          />
          <TextInput label="Tax ID" autoComplete="off" {...form.text('customer_tax_id')} />
        </SimpleGrid>
      </Fold>
    </Stack>
  );
}

function LineFields({ form }: { form: InvoiceForm }) {
  const { line_items, tax_rate, currency } = form.values;
  const totals = liveTotals(line_items, tax_rate);
  return (
    <Stack gap="sm">
      <LinesEditor
        lines={line_items}
        amounts={totals.line_amounts}
        currency={currency}
        errorOf={form.errorOf}
        onChange={(lines) => form.set('line_items', lines)}
      />
      <TotalsView totals={totals} currency={currency} taxRate={form.text('tax_rate')} />
    </Stack>
  );
}

function TermFields({ form, emptyHint }: { form: InvoiceForm; emptyHint: string }) {
  const { accepted_chains, accepted_tokens, metadata, invoice_number } = form.values;
  const hasMore = [accepted_chains, accepted_tokens, metadata].some(({ length }) => length > 0);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
        <TextInput
          label="Due date"
          type="date"
          description="Defaults to 30 days from today."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('due_date')}
        />
      </SimpleGrid>
      <Textarea label="Memo" autosize minRows={1} {...form.text('memo')} />
      <Fold label="Number, payment options, metadata" isOpen={hasMore || invoice_number !== ''}>
        <Stack gap="md">
          <TextInput
            label="Invoice number"
            description="Defaults to the next number."
            autoComplete="off"
            {...form.text('invoice_number')}
          />
          <PaymentOptionFields form={form} emptyHint={emptyHint} />
          <MetadataEditor form={form} />
        </Stack>
      </Fold>
    </Stack>
  );
}

import { Grid, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Invoice } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Panel } from '../shared/panel.tsx';
import { typedContent } from './document-content.ts';
import { InvoiceDocument } from './invoice-document.tsx';
import type { InvoiceFields } from './invoice-fields.ts';
import { LinesEditor } from './lines-editor.tsx';
import { liveTotals } from './live-totals.ts';
import { TotalsView } from './totals-view.tsx';

interface InvoiceEditorProps {
  /** Called once. */
  initial(): InvoiceFields;
  submit: string;
  /** Help text while no payment options are selected. */
  emptyHint: string;
  send(fields: InvoiceFields, idempotencyKey: string): Promise<Invoice>;
  onDone(invoice: Invoice): void;
}

type InvoiceForm = ReturnType<typeof useForm<InvoiceFields, Invoice>>;

export function InvoiceEditor({ initial, submit, emptyHint, send, onDone }: InvoiceEditorProps) {
  const [first] = useState(initial);
  const form = useForm({ initial: first, send, onDone });
  const totals = liveTotals(form.values.line_items, form.values.tax_rate);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, xl: 7 }}>
        <Form form={form} wide>
          <CustomerPanel form={form} />
          <Panel title="Line items">
            <LinesEditor
              lines={form.values.line_items}
              amounts={totals.line_amounts}
              currency={form.values.currency}
              errorOf={form.errorOf}
              onChange={(lines) => form.set('line_items', lines)}
            />
            <TotalsView totals={totals} currency={form.values.currency} taxPercent={form.values.tax_rate} />
          </Panel>
          <TermsPanel form={form} emptyHint={emptyHint} />
          <Group>
            <SubmitButton form={form}>{submit}</SubmitButton>
          </Group>
        </Form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, xl: 5 }}>
        <Panel title="Preview">
          <InvoiceDocument content={typedContent(form.values)} />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

function CustomerPanel({ form }: { form: InvoiceForm }) {
  return (
    <Panel title="Customer">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name or company" autoComplete="off" {...form.text('customer_name')} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.text('customer_email')} />
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
    </Panel>
  );
}

function TermsPanel({ form, emptyHint }: { form: InvoiceForm; emptyHint: string }) {
  return (
    <Panel title="Terms">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
          <TextInput
            label="Tax rate (%)"
            placeholder="0"
            inputMode="decimal"
            autoComplete="off"
            {...form.text('tax_rate')}
          />
          <TextInput
            label="Due date"
            type="date"
            description="Defaults to 30 days from today."
            {...form.text('due_date')}
          />
          <TextInput
            label="Invoice number"
            description="Defaults to the next number."
            autoComplete="off"
            {...form.text('invoice_number')}
          />
        </SimpleGrid>
        <Textarea
          label="Memo"
          description="Shown on the invoice."
          autosize
          minRows={2}
          {...form.text('memo')}
        />
        <PaymentOptionFields form={form} emptyHint={emptyHint} />
        <MetadataEditor form={form} />
      </Stack>
    </Panel>
  );
}

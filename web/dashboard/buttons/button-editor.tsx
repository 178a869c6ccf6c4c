import { Box, Grid, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { Button } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { ReturnUrlFields } from '../shared/fields/return-url-fields.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Panel } from '../shared/panel.tsx';
import type { ButtonFields } from './button-fields.ts';
import { ButtonPreview } from './button-preview.tsx';
import { plainOptions } from './snippet.ts';

interface ButtonEditorProps {
  initial: ButtonFields;
  submit: string;
  /** Help text while no payment options are selected. */
  emptyHint: string;
  send(fields: ButtonFields, idempotencyKey: string): Promise<Button>;
  onDone(button: Button): void;
}

type ButtonForm = ReturnType<typeof useForm<ButtonFields, Button>>;

export function ButtonEditor({ initial, submit, emptyHint, send, onDone }: ButtonEditorProps) {
  const form = useForm({ initial, send, onDone });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Form form={form} wide>
          <ProductPanel form={form} />
          <CheckoutPanel form={form} emptyHint={emptyHint} />
          <Group>
            <SubmitButton form={form}>{submit}</SubmitButton>
          </Group>
        </Form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Panel title="Preview">
          <Box>
            <ButtonPreview offer={form.values} options={plainOptions} />
          </Box>
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

function ProductPanel({ form }: { form: ButtonForm }) {
  return (
    <Panel title="Product">
      <TextInput
        label="Name"
        description="Shown at checkout if there is no description."
        autoComplete="off"
        required
        {...form.text('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="25.00"
          required
          {...form.text('amount')}
        />
        <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
      </SimpleGrid>
      <Textarea label="Description" autosize {...form.text('description')} />
    </Panel>
  );
}

function CheckoutPanel({ form, emptyHint }: { form: ButtonForm; emptyHint: string }) {
  return (
    <Panel title="Checkout">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ReturnUrlFields
          form={form}
          afterPaying="Where customers go after paying. Defaults to the page with the button."
          afterCancelling="Where customers go if they cancel and the checkout did not open in a popup."
        />
        <TextInput
          label="Expires after (minutes)"
          description="Defaults to 30."
          inputMode="numeric"
          autoComplete="off"
          {...form.text('expiration_minutes')}
        />
      </SimpleGrid>
      <PaymentOptionFields form={form} emptyHint={emptyHint} />
      <MetadataEditor form={form} />
    </Panel>
  );
}

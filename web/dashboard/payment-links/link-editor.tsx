import { Box, Grid, Group, NativeSelect, Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { facts } from '../shared/facts.ts';
import { PaymentOptionFields } from '../shared/fields/accepted-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { MetadataEditor } from '../shared/fields/metadata-editor.tsx';
import { ReturnUrlFields } from '../shared/fields/return-url-fields.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Fold } from '../shared/fold.tsx';
import { Panel } from '../shared/panel.tsx';
import { ButtonPreview } from './button-preview.tsx';
import { type AnyLink, buttonKind, type Kind } from './kinds.ts';
import type { LinkFields } from './link-fields.ts';
import { plainOptions } from './snippet.ts';

interface LinkEditorProps {
  kind: Kind;
  initial: LinkFields;
  submit: string;
  /** Help text while no payment options are selected. */
  emptyHint: string;
  send(fields: LinkFields, idempotencyKey: string): Promise<AnyLink>;
  onDone(link: AnyLink): void;
}

interface PanelProps {
  kind: Kind;
  form: ReturnType<typeof useForm<LinkFields, AnyLink>>;
}

const money = { inputMode: 'decimal', autoComplete: 'off' } as const;
const count = { inputMode: 'numeric', autoComplete: 'off' } as const;
const twoColumns = { base: 1, xs: 2 };

export function LinkEditor({ kind, initial, submit, emptyHint, send, onDone }: LinkEditorProps) {
  const form = useForm({ initial, send, onDone });
  const isButton = kind === buttonKind;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Form form={form} wide>
          <PaymentPanel kind={kind} form={form} />
          <Panel>
            {!isButton && <Limits form={form} />}
            <Checkout kind={kind} form={form} emptyHint={emptyHint} />
          </Panel>
          <Group>
            <SubmitButton form={form}>{submit}</SubmitButton>
          </Group>
        </Form>
      </Grid.Col>
      {isButton && (
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Panel title="Preview">
            <Box>
              <ButtonPreview offer={form.values} options={plainOptions} />
            </Box>
          </Panel>
        </Grid.Col>
      )}
    </Grid>
  );
}

function PaymentPanel({ kind, form }: PanelProps) {
  const isButton = kind === buttonKind;
  const { pricing } = form.values;
  return (
    <Panel title="Payment">
      <TextInput
        label="Name"
        description={
          isButton ? 'Shown at checkout if there is no description.' : 'What the customer pays for.'
        }
        autoComplete="off"
        required
        {...form.text('name')}
      />
      <Textarea
        label="Description"
        description={isButton ? 'Shown at checkout.' : 'Shown below the name.'}
        autosize
        {...form.text('description')}
      />
      {!isButton && (
        <Radio.Group
          label="Amount"
          value={pricing}
          onChange={(value) => form.set('pricing', value === 'free' ? 'free' : 'fixed')}
        >
          <Group mt="xs">
            <Radio value="fixed" label="Fixed" />
            <Radio value="free" label="Customer chooses" />
          </Group>
        </Radio.Group>
      )}
      <SimpleGrid cols={twoColumns}>
        {pricing === 'fixed' ? (
          <TextInput label="Price" placeholder="25.00" required {...money} {...form.text('amount')} />
        ) : (
          <TextInput label="Suggested" placeholder="20.00" {...money} {...form.text('suggested_amount')} />
        )}
        <NativeSelect label="Currency" data={facts.currencies} {...form.text('currency')} />
        {pricing === 'free' && (
          <>
            <TextInput label="Minimum" placeholder="5.00" {...money} {...form.text('minimum_amount')} />
            <TextInput label="Maximum" {...money} {...form.text('maximum_amount')} />
          </>
        )}
      </SimpleGrid>
    </Panel>
  );
}

function Limits({ form }: Pick<PanelProps, 'form'>) {
  const { max_payments, expires_at } = form.values;
  return (
    <Fold label="Limits" isOpen={max_payments !== '' || expires_at !== ''}>
      <SimpleGrid cols={twoColumns}>
        <TextInput
          label="Maximum number of payments"
          description="Defaults to no limit."
          {...count}
          {...form.text('max_payments')}
        />
        <TextInput
          label="Expires"
          description="In your time zone. Defaults to never."
          type="datetime-local"
          {...form.text('expires_at')}
        />
      </SimpleGrid>
    </Fold>
  );
}

const buttonReturns = {
  afterPaying: 'Where customers go after paying. Defaults to the page with the button.',
  afterCancelling: 'Where customers go if they cancel and the checkout did not open in a popup.',
};

function Checkout({ kind, form, emptyHint }: PanelProps & { emptyHint: string }) {
  return (
    <Fold label="Return URLs, payment options, metadata" isOpen={hasTerms(form.values)}>
      <Stack gap="md">
        <SimpleGrid cols={twoColumns}>
          <ReturnUrlFields form={form} {...(kind === buttonKind ? buttonReturns : {})} />
          <TextInput
            label="Time to pay (minutes)"
            description="Defaults to 30."
            {...count}
            {...form.text('expiration_minutes')}
          />
        </SimpleGrid>
        <PaymentOptionFields form={form} emptyHint={emptyHint} />
        <MetadataEditor form={form} />
      </Stack>
    </Fold>
  );
}

/** Whether one of the folded fields holds something. */
function hasTerms({ redirect_url, cancel_url, expiration_minutes, ...lists }: LinkFields): boolean {
  const { accepted_chains, accepted_tokens, metadata } = lists;
  return [redirect_url, cancel_url, expiration_minutes, accepted_chains, accepted_tokens, metadata].some(
    ({ length }) => length > 0,
  );
}

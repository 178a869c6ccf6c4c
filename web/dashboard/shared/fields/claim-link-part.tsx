import { Button, Divider, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ShareLink } from '../share-link.tsx';
import { When } from '../values.tsx';
import {
  type Confirmation,
  MoneyConfirmation,
  noConfirmation,
  useIsConfirmed,
} from './confirmation-fields.tsx';
import { Form, SubmitButton } from './form.tsx';
import { useForm } from './use-form.ts';

interface Link {
  claim_url: string;
  expires_at: string;
}

/** Links are made when they are asked for: the server keeps only their hashes. `children` asks the customer by e-mail. */
export function ClaimLinkPart(props: { make(given: Confirmation): Promise<Link>; children?: ReactNode }) {
  const isConfirmed = useIsConfirmed();
  const [link, setLink] = useState<Link | null>(null);
  const [asking, ask] = useDisclosure(!isConfirmed);
  const form = useForm({ initial: noConfirmation, send: props.make, onDone: setLink });
  return (
    <Stack gap="xs" mt="md">
      <Divider label="or let the customer enter it" />
      {props.children}
      {link && (
        <>
          <ShareLink url={link.claim_url} label="Claim link" open="Open" />
          <Text size="xs" c="dimmed">
            Whoever has this link decides where the money goes: send it only to your customer. It works until{' '}
            <When at={link.expires_at} exact />.
          </Text>
        </>
      )}
      {!link && !asking && (
        <Button variant="default" onClick={ask.open}>
          Get a link to send
        </Button>
      )}
      {!link && asking && (
        <Form form={form}>
          <MoneyConfirmation form={form} />
          <SubmitButton form={form} variant="default">
            Get a link to send
          </SubmitButton>
        </Form>
      )}
    </Stack>
  );
}

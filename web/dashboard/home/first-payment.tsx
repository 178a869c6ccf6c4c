import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { keptTestKey } from '../../shared/test-key.ts';
import { CodeBlock } from '../developers/code-block.tsx';
import { useSession } from '../session/session.ts';
import { facts } from '../shared/facts.ts';

/** The test key of this merchant, if this browser has one, in a command that makes a payment. */
export function FirstPayment() {
  const { merchant } = useSession();
  const [kept] = useState(keptTestKey);
  if (kept?.merchant_id !== merchant.merchant_id) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Your test key is ready. Paste this to create a payment, and open its <code>checkout_url</code>. The
        key stays in this browser until you sign out.
      </Text>
      <CodeBlock label="First payment" text={firstPayment(kept.key)} />
    </Stack>
  );
}

function firstPayment(key: string): string {
  return `curl -s ${location.origin}${facts.site_path}/api/v1/payments \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"amount":"49.99","currency":"USD"}'`;
}

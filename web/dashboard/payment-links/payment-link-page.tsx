import { Button, Grid, Group, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { PaymentLink } from '../shared/api/types.ts';
import { chainName, paymentOptionCounts } from '../shared/facts.ts';
import { Icon } from '../shared/icons.tsx';
import { MetadataFacts } from '../shared/metadata-facts.tsx';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { ShareLink } from '../shared/share-link.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { StatusSwitch } from '../shared/status-switch.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { LinkPayments } from './link-payments.tsx';
import { linksPath, useLink } from './payment-link.ts';
import { shownStatus } from './shown-status.ts';

const back = { to: '/payment-links', label: 'Payment links' };
const effect = {
  active: 'Customers can pay with it again.',
  inactive: 'Its page says that it takes no more payments. Payments already created can still be paid.',
};

export function PaymentLinkPage() {
  const { linkId = '' } = useParams({ strict: false });
  const query = useLink(linkId);
  const canWrite = useCan('payments.write');
  const api = useApi();
  const link = query.data;
  if (!link)
    return (
      <Page title="Payment link" back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
  const { payment_link_id } = link;
  return (
    <Page
      title={link.name}
      heading={
        <Group gap="sm">
          {link.name}
          <span aria-live="polite">
            <StatusBadge status={shownStatus(link)} />
          </span>
        </Group>
      }
      back={back}
      actions={
        canWrite && (
          <StatusSwitch
            noun="payment link"
            status={link.status}
            change={(status) =>
              api.patch('/api/v1/payment_links/{payment_link_id}', {
                path: { payment_link_id },
                body: { status },
              })
            }
            listPath={linksPath}
            effect={effect}
          />
        )
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <SharePanel link={link} />
            <LinkPayments linkId={link.payment_link_id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Panel title="Details">
            <Facts items={factsOf(link)} />
            <MetadataFacts metadata={link.metadata} />
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function SharePanel({ link }: { link: PaymentLink }) {
  const printPage = `/payment-links/${link.payment_link_id}/print`;
  return (
    <Panel
      title="Share"
      description="Send this link to customers, or print its QR code."
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="print" size={16} />}
          renderRoot={(root) => <Link {...root} to={printPage} />}
        >
          Print QR code
        </Button>
      }
    >
      <ShareLink url={link.url} label="Link" open="Open page" />
    </Panel>
  );
}

function factsOf(link: PaymentLink) {
  const { accepted_chains: chains, accepted_tokens: tokens, currency } = link;
  const bound = (label: string, amount: string | null) =>
    amount === null ? [] : [{ label, value: <Money amount={amount} currency={currency} /> }];
  const { completed_payments: completed, max_payments: most } = link;
  return [
    { label: 'Payment link ID', value: <Id value={link.payment_link_id} label="payment link ID" /> },
    ...(link.amount === null
      ? [{ label: 'Amount', value: `Customer chooses (${currency})` }]
      : bound('Amount', link.amount)),
    ...bound('Minimum', link.minimum_amount),
    ...bound('Maximum', link.maximum_amount),
    ...bound('Suggested', link.suggested_amount),
    { label: 'Completed payments', value: most === null ? String(completed) : `${completed} of ${most}` },
    { label: 'Description', value: link.description ?? 'Same as the name' },
    { label: 'Expires', value: link.expires_at ? <When at={link.expires_at} exact /> : 'Never' },
    ...(link.redirect_url ? [{ label: 'Redirect URL', value: link.redirect_url }] : []),
    ...(link.cancel_url ? [{ label: 'Cancel URL', value: link.cancel_url }] : []),
    { label: 'Time to pay', value: `${link.expiration_minutes ?? 30} minutes` },
    {
      label: 'Chains',
      value: chains.length === paymentOptionCounts.chains ? 'All' : chains.map(chainName).join(', '),
    },
    { label: 'Tokens', value: tokens.length === paymentOptionCounts.tokens ? 'All' : tokens.join(', ') },
    { label: 'Created', value: <When at={link.created_at} exact /> },
  ];
}

import { Button, Grid, Group, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { PaymentLink } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import { MetadataFacts } from '../shared/metadata-facts.tsx';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { ShareLink } from '../shared/share-link.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { StatusSwitch } from '../shared/status-switch.tsx';
import { type AnyLink, buttonKind, idOf, inPath, type Kind, linkKind, shownStatus } from './kinds.ts';
import { factsOf } from './link-facts.tsx';
import { LinkPayments } from './link-payments.tsx';
import { SnippetPanel } from './snippet-panel.tsx';
import { useButton, useLink } from './use-link.ts';

export function PaymentLinkPage() {
  const { linkId = '' } = useParams({ strict: false });
  return (
    <LinkPage kind={linkKind} query={useLink(linkId)}>
      {(link) => (
        <Stack gap="lg">
          <SharePanel link={link} />
          <LinkPayments linkId={linkId} />
        </Stack>
      )}
    </LinkPage>
  );
}

export function ButtonPage() {
  const { buttonId = '' } = useParams({ strict: false });
  return (
    <LinkPage kind={buttonKind} query={useButton(buttonId)}>
      {(button) => <SnippetPanel button={button} />}
    </LinkPage>
  );
}

interface LinkPageProps<Shown extends AnyLink> {
  kind: Kind;
  query: { data: Shown | undefined; error: Error | null; refetch(): unknown };
  /** What customers get of it. */
  children(link: Shown): ReactNode;
}

function LinkPage<Shown extends AnyLink>({ kind, query, children }: LinkPageProps<Shown>) {
  const back = { to: kind.pages, label: kind.plural };
  const canWrite = useCan(kind.permission);
  const link = query.data;
  if (!link)
    return (
      <Page title={kind.title} back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
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
      actions={canWrite && <Actions kind={kind} link={link} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>{children(link)}</Grid.Col>
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

function Actions({ kind, link }: { kind: Kind; link: AnyLink }) {
  const api = useApi();
  const id = idOf(link);
  return (
    <>
      {kind === buttonKind && (
        <Button variant="default" renderRoot={(root) => <Link {...root} to={`${kind.pages}/${id}/edit`} />}>
          Edit
        </Button>
      )}
      <StatusSwitch
        noun={kind.noun}
        status={link.status}
        change={(status) => api.patch(kind.path, { ...inPath(id), body: { status } })}
        listPath={kind.listPath}
        effect={{ active: 'Customers can pay with it again.', inactive: kind.whenOff }}
      />
    </>
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

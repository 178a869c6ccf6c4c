import { Grid, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCan } from '../session/session.ts';
import type { Button } from '../shared/api/types.ts';
import { chainName, paymentOptionCounts } from '../shared/facts.ts';
import { MetadataFacts } from '../shared/metadata-facts.tsx';
import { Page } from '../shared/page.tsx';
import { Facts, Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { Id, Money, When } from '../shared/values.tsx';
import { useButton } from './button.ts';
import { ButtonActions } from './button-actions.tsx';
import { SnippetPanel } from './snippet-panel.tsx';

const back = { to: '/buttons', label: 'Buttons' };

export function ButtonPage() {
  const { buttonId = '' } = useParams({ strict: false });
  const query = useButton(buttonId);
  const canWrite = useCan('buttons.write');
  const button = query.data;
  if (!button)
    return (
      <Page title="Button" back={back}>
        <Load query={query}>{() => null}</Load>
      </Page>
    );
  return (
    <Page
      title={button.name}
      heading={
        <Group gap="sm">
          {button.name}
          <span aria-live="polite">
            <StatusBadge status={button.status} />
          </span>
        </Group>
      }
      back={back}
      actions={canWrite && <ButtonActions button={button} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <SnippetPanel button={button} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Panel title="Button">
            <Facts items={factsOf(button)} />
            <MetadataFacts metadata={button.metadata} />
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function factsOf(button: Button) {
  const { accepted_chains: chains, accepted_tokens: tokens } = button;
  return [
    { label: 'Button ID', value: <Id value={button.button_id} label="button ID" /> },
    { label: 'Price', value: <Money amount={button.amount} currency={button.currency} /> },
    { label: 'Description', value: button.description ?? 'Same as the name' },
    { label: 'Redirect URL', value: button.redirect_url ?? 'The page with the button' },
    ...(button.cancel_url ? [{ label: 'Cancel URL', value: button.cancel_url }] : []),
    { label: 'Expires after', value: `${button.expiration_minutes ?? 30} minutes` },
    {
      label: 'Chains',
      value: chains.length === paymentOptionCounts.chains ? 'All' : chains.map(chainName).join(', '),
    },
    { label: 'Tokens', value: tokens.length === paymentOptionCounts.tokens ? 'All' : tokens.join(', ') },
    { label: 'Created', value: <When at={button.created_at} exact /> },
    { label: 'Updated', value: <When at={button.updated_at} exact /> },
  ];
}

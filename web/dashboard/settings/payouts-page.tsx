import { NativeSelect, TextInput } from '@mantine/core';
import { useCan } from '../session/session.ts';
import { facts } from '../shared/facts.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import type { Settings } from '../shared/types.ts';
import { useForm } from '../shared/use-form.ts';
import { orNull, useSaveSettings, useSettings } from './settings.ts';

export function PayoutsPage() {
  const query = useSettings();
  return (
    <Page title="Payouts" description="Where your payouts are sent, and in which token.">
      <Load query={query}>
        {(settings) => (
          <>
            <WalletsForm settings={settings} />
            <SettlementForm settings={settings} />
          </>
        )}
      </Load>
    </Page>
  );
}

function WalletsForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const canEdit = useCan('payouts.write');
  const { evm, solana } = settings.payout_wallets;
  const form = useForm({
    initial: { 'payout_wallets.evm': evm ?? '', 'payout_wallets.solana': solana ?? '' },
    send: (values) =>
      save({
        payout_wallets: {
          evm: orNull(values['payout_wallets.evm']),
          solana: orNull(values['payout_wallets.solana']),
        },
      }),
  });
  const evmChains = facts.chains.filter(({ chain }) => chain !== 'solana').map(({ name }) => name);
  const address = {
    readOnly: !canEdit,
    spellCheck: false,
    autoComplete: 'off',
    classNames: { input: 'mono' },
  };
  return (
    <Panel
      title="Wallets"
      description="Use wallets whose keys you control. Deposit addresses of exchanges may change."
    >
      <Form form={form}>
        <TextInput
          label="EVM address"
          description={`For ${evmChains.join(', ')}.`}
          placeholder="0x…"
          {...address}
          {...form.text('payout_wallets.evm')}
        />
        <TextInput label="Solana address" {...address} {...form.text('payout_wallets.solana')} />
        {canEdit && (
          <SubmitButton form={form} w="fit-content">
            Save wallets
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}

function SettlementForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const canEdit = useCan('payouts.write');
  const form = useForm({
    initial: {
      settlement_currency: settings.settlement_currency ?? '',
      settlement_chain: settings.settlement_chain ?? '',
    },
    send: ({ settlement_currency, settlement_chain }) =>
      save({ settlement_currency: orNull(settlement_currency), settlement_chain: orNull(settlement_chain) }),
  });
  const chainOptions = facts.chains.map(({ chain, name }) => ({ value: chain, label: name }));
  return (
    <Panel title="Settlement" description="The token and chain of your payouts.">
      <Form form={form}>
        <NativeSelect
          label="Token"
          disabled={!canEdit}
          data={[{ value: '', label: 'Same as the payment' }, ...facts.settlement_currencies]}
          {...form.text('settlement_currency')}
        />
        <NativeSelect
          label="Chain"
          disabled={!canEdit}
          data={[{ value: '', label: 'Same as the payment' }, ...chainOptions]}
          {...form.text('settlement_chain')}
        />
        {canEdit && (
          <SubmitButton form={form} w="fit-content">
            Save settlement
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}

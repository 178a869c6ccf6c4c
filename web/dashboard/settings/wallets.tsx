import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../session/session.ts';
import type { Settlement } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { AddressInput } from '../shared/fields/address-input.tsx';
import { ConfirmationFields, noConfirmation, useIsConfirmed } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { Panel } from '../shared/panel.tsx';
import { useAction } from '../shared/use-action.ts';
import { Id, When } from '../shared/values.tsx';
import { type Family, useSettlementChanges } from './settlement.ts';

type Wallet = Settlement['wallets'][number];

const evmChains = facts.chains.filter(({ chain }) => chain !== 'solana').map(({ name }) => name);
const families: { family: Family; name: string; chains: string }[] = [
  { family: 'evm', name: 'EVM wallet', chains: evmChains.join(', ') },
  { family: 'solana', name: 'Solana wallet', chains: 'Solana' },
];

export function Wallets({ wallets }: { wallets: Wallet[] }) {
  const [changing, change] = useState<Family | null>(null);
  const canEdit = useCan('payouts.write');
  return (
    <Panel
      title="Wallets"
      description="Use wallets whose keys you control. Deposit addresses of exchanges may change."
    >
      {families.map(({ family, name, chains }) => (
        <Stack key={family} gap={4} component="section" aria-label={name}>
          <Group justify="space-between" align="flex-start" gap="sm">
            <Stack gap={0}>
              <Text fw={500} size="sm">
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {chains}
              </Text>
            </Stack>
            {canEdit && (
              <Button
                variant="default"
                size="xs"
                flex="none"
                onClick={() => change(family)}
                aria-label={`${isSet(wallets, family) ? 'Change' : 'Set'} ${name}`}
              >
                {isSet(wallets, family) ? 'Change' : 'Set'}
              </Button>
            )}
          </Group>
          <WalletState wallets={wallets.filter((wallet) => wallet.family === family)} canEdit={canEdit} />
        </Stack>
      ))}
      {changing && (
        <WalletDialog family={changing} isFirst={!isSet(wallets, changing)} onClose={() => change(null)} />
      )}
    </Panel>
  );
}

function isSet(wallets: Wallet[], family: Family): boolean {
  return wallets.some((wallet) => wallet.family === family);
}

function WalletState({ wallets, canEdit }: { wallets: Wallet[]; canEdit: boolean }) {
  const { withdraw } = useSettlementChanges();
  const { run, pending } = useAction((family: Family) => withdraw(family));
  if (wallets.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Not set: nothing is paid out there.
      </Text>
    );
  return wallets.map(({ family, address, status, active_from }) => (
    <Group key={address} gap="sm">
      <Text size="sm" component="div">
        <Id value={address} label="wallet address" short />
      </Text>
      {status === 'pending' && (
        <>
          <Text size="xs" c="dimmed">
            from <When at={active_from} exact />
          </Text>
          {canEdit && (
            <Button size="compact-xs" variant="subtle" loading={pending} onClick={() => void run(family)}>
              Withdraw the change
            </Button>
          )}
        </>
      )}
    </Group>
  ));
}

interface WalletDialogProps {
  family: Family;
  isFirst: boolean;
  onClose(): void;
}

function WalletDialog({ family, isFirst, onClose }: WalletDialogProps) {
  const { setWallet } = useSettlementChanges();
  const isLive = useIsConfirmed();
  const form = useForm({
    initial: { address: '', ...noConfirmation },
    send: (values) => setWallet(family, values),
    onDone: onClose,
  });
  const name = families.find((one) => one.family === family)?.name ?? 'wallet';
  const title = `${isFirst ? 'Set' : 'Change'} ${name}`;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form}>
        <Text size="sm">
          {isFirst
            ? `It takes effect ${isLive ? 'in 24 hours, or at once within an hour of your sign-up' : 'at once'}. A later change takes 24 hours.`
            : 'The change takes effect in 24 hours. Until then, payouts go to the wallet that is set now.'}
        </Text>
        <AddressInput {...(family === 'evm' ? { placeholder: '0x…' } : {})} {...form.text('address')} />
        {isLive && <ConfirmationFields form={form} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form}>{isFirst ? 'Set wallet' : 'Change wallet'}</SubmitButton>
        </Group>
      </Form>
    </Modal>
  );
}

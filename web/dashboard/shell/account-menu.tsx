import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { forgetTestKey } from '../../shared/test-key.ts';
import { useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { facts } from '../shared/facts.ts';
import { Icon } from '../shared/icons.tsx';
import { statusLabel } from '../shared/status-badge.tsx';
import { signInUrl } from '../sign-in/addresses.ts';

const schemes = [
  { value: 'auto', label: 'System', icon: 'screen' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;

export function AccountMenu() {
  const { member } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isWide = useMediaQuery('(min-width: 48em)');
  const api = useApi();
  const signOut = async () => {
    await api.post('/dashboard/api/sign_out', { waitForSignIn: false }).catch(() => undefined);
    forgetTestKey();
    location.assign(signInUrl());
  };
  return (
    <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          fw={500}
          aria-label={`Account: ${member.email}`}
        >
          {isWide ? member.email : <Icon name="person" />}
          <Icon name="chevron" size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" truncate>
            {member.email}
          </Text>
          <Text size="xs">{statusLabel(member.role)}</Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/security">
          Password and two-factor
        </Menu.Item>
        <Menu.Item component="a" href={`${facts.site_path}/docs/`} hiddenFrom="sm">
          Docs
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} />}
            rightSection={value === colorScheme && <Icon name="check" size={15} />}
            onClick={() => setColorScheme(value)}
            aria-current={value === colorScheme}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

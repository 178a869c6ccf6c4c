import { Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import type { Permission } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import classes from './shell.module.css';

const things: { to: string; label: string; permission: Permission }[] = [
  { to: '/payments/new', label: 'Payment', permission: 'payments.write' },
  { to: '/payment-links/new', label: 'Payment link', permission: 'payments.write' },
  { to: '/invoices/new', label: 'Invoice', permission: 'invoices.write' },
  { to: '/buttons/new', label: 'Payment button', permission: 'buttons.write' },
];

/** What the member may create, from every page. */
export function CreateMenu() {
  const { permissions } = useSession();
  const allowed = things.filter(({ permission }) => permissions.includes(permission));
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-end" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-label="Create"
          px={8}
          className={classes['create'] ?? ''}
        >
          <Icon name="plus" size={16} />
          <Text span inherit visibleFrom="md" ml={6} mr={2}>
            Create
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(({ to, label }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

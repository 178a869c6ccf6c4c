import { Avatar, Group, NavLink, Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useCan, useSession } from '../session/session.ts';
import { Icon } from '../shared/icons.tsx';
import { isBelow, type NavigationItem, navigation } from './navigation.ts';
import classes from './shell.module.css';

export function Sidebar({ onNavigate }: { onNavigate(): void }) {
  const { merchant } = useSession();
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap" px="xs">
        <Avatar src={merchant.logo_url} alt="" radius="md" size={32} color="accent" variant="filled">
          {Array.from(merchant.name)[0]?.toUpperCase()}
        </Avatar>
        <Text fw={600} truncate title={merchant.name}>
          {merchant.name}
        </Text>
      </Group>
      <nav aria-label="Dashboard">
        {navigation.map((item) => (
          <SidebarItem key={item.to} item={item} onNavigate={onNavigate} />
        ))}
      </nav>
    </Stack>
  );
}

function SidebarItem({ item, onNavigate }: { item: NavigationItem; onNavigate(): void }) {
  const path = useDashboardPath();
  const shown = useCan(item.permission ?? 'read');
  const open = isBelow(path, item.to);
  if (!shown) return null;
  return (
    <>
      <NavLink
        component={Link}
        to={item.to}
        activeOptions={{ exact: item.children !== undefined || item.to === '/' }}
        label={item.label}
        leftSection={item.icon && <Icon name={item.icon} />}
        active={open && !item.children}
        ref={open && !item.children ? reveal : null}
        onClick={onNavigate}
        className={classes['navLink'] ?? ''}
      />
      {open && item.children && (
        <div className={classes['navChildren']}>
          {item.children.map((child) => (
            <SidebarItem key={child.to} item={child} onNavigate={onNavigate} />
          ))}
        </div>
      )}
    </>
  );
}

/** Scrolls the sidebar of a low window to the current page. */
function reveal(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest' });
}

/** The current path below /dashboard, without a trailing slash. */
export function useDashboardPath(): string {
  return useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') });
}

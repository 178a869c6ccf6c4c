import { NavLink, Stack } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { countText } from '../home/attention-items.ts';
import { useCan } from '../session/session.ts';
import { useAttention } from '../shared/attention.ts';
import { Icon } from '../shared/icons.tsx';
import { Brand } from './brand.tsx';
import { isBelow, type NavigationItem, navigation } from './navigation.ts';
import classes from './shell.module.css';

export function Sidebar({ onNavigate }: { onNavigate(): void }) {
  return (
    <Stack gap="md">
      <Brand px="xs" hiddenFrom="sm" />
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
  const { data: attention } = useAttention();
  const count = (attention && item.count?.(attention)) ?? 0;
  if (!shown) return null;
  return (
    <>
      <NavLink
        component={Link}
        to={item.to}
        activeOptions={{ exact: item.children !== undefined || item.to === '/' }}
        label={item.label}
        leftSection={item.icon && <Icon name={item.icon} />}
        rightSection={!(open && item.children) && count > 0 && <Count count={count} />}
        active={open && !item.children}
        ref={open && !item.children ? reveal : null}
        onClick={onNavigate}
        className={classes['navLink'] ?? ''}
        {...(item.startsGroup ? { mt: 'sm' } : {})}
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

function Count({ count }: { count: number }) {
  return (
    <span className={classes['count']}>
      <span aria-hidden="true">{countText(count)}</span>
      <span className="unseen">, {countText(count)} need attention</span>
    </span>
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

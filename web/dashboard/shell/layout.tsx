import { Alert, AppShell, Burger, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.ts';
import { UnverifiedNotice } from '../session/unverified-notice.tsx';
import { useEnvironment } from '../shared/api/environment.ts';
import { facts } from '../shared/facts.ts';
import { useSkeletonEnd } from '../shared/skeleton-end.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { CreateMenu } from './create-menu.tsx';
import { EnvironmentSwitch, TestBar } from './environment-switch.tsx';
import { NoMailNotice } from './no-mail-notice.tsx';
import classes from './shell.module.css';
import { Sidebar, useDashboardPath } from './sidebar.tsx';
import { SignedIn } from './signed-in.tsx';
import { TopSearch } from './top-search.tsx';
import { useLostFocus } from './use-lost-focus.ts';

const headerHeight = { test: 80, live: 54 };

/** The layout of every page behind the sign-in. */
export function Layout() {
  return (
    <SignedIn>
      <Frame />
    </SignedIn>
  );
}

function Frame() {
  const content = useFocusOnNewPage();
  useLostFocus();
  useSkeletonEnd();
  const { merchant } = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  const environment = useEnvironment();
  return (
    <AppShell
      header={{ height: headerHeight[environment] }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#content" className={classes['skip']}>
        Skip to content
      </a>
      <AppShell.Header>
        <TestBar />
        <Group h={54} justify="space-between" wrap="nowrap" className={classes['top'] ?? ''}>
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Brand visibleFrom="sm" className={classes['brand'] ?? ''} />
          <TopSearch />
          <Group gap="sm" wrap="nowrap" ml="auto" className={classes['tools'] ?? ''}>
            <CreateMenu />
            <Button
              component="a"
              href={`${facts.site_path}/docs/`}
              variant="subtle"
              color="gray"
              size="compact-sm"
              fw={500}
              visibleFrom="sm"
            >
              Docs
            </Button>
            <EnvironmentSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={classes['navbar'] ?? ''}>
        <Sidebar onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={content} tabIndex={-1} className={classes['main'] ?? ''}>
        <div className={classes['content']}>
          {merchant.status === 'suspended' && (
            <Alert color="red" mb="lg" title="This account is suspended">
              You can view everything, but you cannot make changes. Contact the operator of this service.
            </Alert>
          )}
          {!merchant.email_verified && <UnverifiedNotice />}
          <NoMailNotice />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

/** Screen reader and keyboard users start at the top of a new page. */
function useFocusOnNewPage() {
  const content = useRef<HTMLElement>(null);
  const path = useDashboardPath();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}

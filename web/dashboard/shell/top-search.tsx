import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../shared/icons.tsx';
import classes from './shell.module.css';

/** Dialogs are loaded when they are first needed: the shell comes before every page. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

/** Opens with Ctrl-K or Cmd-K, also from inside a field. */
export function TopSearch() {
  const [opened, { open: show, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    show();
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        fw={400}
        visibleFrom="sm"
        classNames={{ root: classes['search'] ?? '', label: classes['searchLabel'] ?? '' }}
        leftSection={<Icon name="search" size={15} />}
        rightSection={
          <Text span size="xs" c="dimmed">
            Ctrl K
          </Text>
        }
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label="Search" onClick={open}>
        <Icon name="search" />
      </ActionIcon>
      {wasOpened && (
        <Suspense fallback={null}>
          <SearchDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

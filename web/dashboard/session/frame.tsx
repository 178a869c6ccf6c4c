import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** The layout of pages that need no sign-in. */
export function SessionFrame({
  title,
  children,
  foot,
}: {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  useDocumentTitle(`${title} · Causeway`);
  return (
    <Center mih="100dvh" p="md" component="main" bg="var(--tint)">
      <Stack w="100%" maw={400} gap="md">
        <Text fw={700} size="xl" c="var(--mantine-color-anchor)">
          Causeway
        </Text>
        <Paper withBorder p="xl" shadow="xs">
          <Stack gap="md">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
        {foot && (
          <Text size="sm" ta="center" component="div">
            {foot}
          </Text>
        )}
      </Stack>
    </Center>
  );
}

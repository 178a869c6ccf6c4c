import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A bordered section of a page with its own heading. */
export function Panel({ title, description, actions, children }: PanelProps) {
  return (
    <Paper withBorder p="lg" component="section" {...(title ? { 'aria-label': title } : {})}>
      <Stack gap="md" className="panel-parts">
        {title && (
          <Group justify="space-between" align="flex-start" gap="sm">
            <Stack gap={2}>
              <Title order={2}>{title}</Title>
              {description && (
                <Text c="dimmed" size="sm">
                  {description}
                </Text>
              )}
            </Stack>
            {actions && <Group gap="xs">{actions}</Group>}
          </Group>
        )}
        <Stack gap="md">{children}</Stack>
      </Stack>
    </Paper>
  );
}

/** A description list. */
export function Facts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

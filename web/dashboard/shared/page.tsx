import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { TextLink } from './text-link.tsx';

interface PageProps {
  title: string;
  /** Shown instead of the title; the title still names the tab. */
  heading?: ReactNode;
  description?: ReactNode;
  /** The parent page. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** On wide screens, headings of panels stand beside what is in them: forms are narrow. */
  beside?: boolean;
  children: ReactNode;
}

/** Title, description and actions at the top of every page. */
export function Page({ title, heading, description, back, actions, beside = false, children }: PageProps) {
  useDocumentTitle(`${title} · Causeway`);
  return (
    <Stack gap="lg" className={beside ? 'beside' : ''}>
      <Stack gap={4}>
        {back && (
          <TextLink to={back.to} size="sm" w="fit-content">
            ← {back.label}
          </TextLink>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          {/* On a phone the actions go below the description, not between it and the title. */}
          <Stack gap={4} {...(description ? { flex: '1 1 min(100%, 24rem)' } : {})}>
            <Title order={1} tabIndex={-1} className="page-title">
              {heading ?? title}
            </Title>
            {description && (
              <Text c="dimmed" size="sm" maw="44rem">
                {description}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}

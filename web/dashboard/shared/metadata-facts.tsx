import { Title } from '@mantine/core';
import type { Metadata } from './fields/metadata.ts';
import { Facts } from './panel.tsx';

export function MetadataFacts({ metadata }: { metadata: Metadata }) {
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) return null;
  return (
    <section aria-label="Metadata">
      <Title order={3} mb="xs">
        Metadata
      </Title>
      <Facts
        items={pairs.map(([key, value]) => ({
          label: key,
          value: <span className="mono">{String(value)}</span>,
        }))}
      />
    </section>
  );
}

import { SimpleGrid, Skeleton, Stack } from '@mantine/core';

const cardHeight = 152;
const chartHeight = 310;
const tableHeight = 330;

/** Has the shape of the page, which replaces it at once: parts that load one after the other would push each other. */
export function HomeSkeleton() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        {['volume', 'net', 'rate', 'time'].map((card) => (
          <Skeleton key={card} height={cardHeight} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Skeleton height={chartHeight} />
        <Skeleton height={chartHeight} />
      </SimpleGrid>
      <Skeleton height={tableHeight} />
    </Stack>
  );
}

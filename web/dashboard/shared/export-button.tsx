import { Button } from '@mantine/core';
import { withQuery } from './api.ts';
import { useEnvironment } from './environment.ts';
import { facts } from './facts.ts';
import { Icon } from './icons.tsx';

interface ExportButtonProps {
  resource: 'payments' | 'refunds' | 'invoices' | 'events' | 'payouts' | 'balance';
  filters: Record<string, string | undefined>;
}

/** Downloads the whole filtered list. */
export function ExportButton({ resource, filters }: ExportButtonProps) {
  const environment = useEnvironment();
  const path = `${facts.site_path}/dashboard/api/exports/${resource}.csv`;
  return (
    <Button
      component="a"
      variant="default"
      href={withQuery(path, { environment, ...filters })}
      download
      leftSection={<Icon name="download" size={16} />}
    >
      Export CSV
    </Button>
  );
}

import { Button } from '@mantine/core';
import { withQuery } from '../api/api.ts';
import type { PathWith, QueryOf } from '../api/api-types.ts';
import { useEnvironment } from '../api/environment.ts';
import { facts } from '../facts.ts';
import { Icon } from '../icons.tsx';

interface ExportButtonProps<P extends ExportPath> {
  path: P;
  filters: QueryOf<P>;
}

type ExportPath = Extract<PathWith<'get'>, `/dashboard/api/exports/${string}`>;

/** Downloads the whole filtered list. */
export function ExportButton<P extends ExportPath>({ path, filters }: ExportButtonProps<P>) {
  const environment = useEnvironment();
  return (
    <Button
      component="a"
      variant="default"
      href={withQuery(facts.site_path + path, { environment, ...filters })}
      download
      leftSection={<Icon name="download" size={16} />}
    >
      Export CSV
    </Button>
  );
}

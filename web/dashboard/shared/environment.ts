import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Api, createApi } from './api.ts';
import type { Environment } from './types.ts';

/** The environment is in the URL: `?env=live`, test when missing. */
export function useEnvironment(): Environment {
  return useSearch({ strict: false }).env === 'live' ? 'live' : 'test';
}

/** The API as the page's environment sees it. */
export function useApi(): Api {
  const environment = useEnvironment();
  return useMemo(() => createApi(environment), [environment]);
}

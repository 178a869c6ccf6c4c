import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Api, createApi } from './api.ts';
import type { Environment } from './types.ts';

/** Read from the URL: `?env=live`, otherwise test. */
export function useEnvironment(): Environment {
  return useSearch({ strict: false }).env === 'live' ? 'live' : 'test';
}

/** What people call a token: live wallets show MATIC as POL. The API keeps MATIC. */
export function symbolIn(environment: Environment, token: string): string {
  return environment === 'live' && token === 'MATIC' ? 'POL' : token;
}

export function useSymbol(token: string): string {
  return symbolIn(useEnvironment(), token);
}

/** The API client for the environment of the page. */
export function useApi(): Api {
  const environment = useEnvironment();
  return useMemo(() => createApi(environment), [environment]);
}

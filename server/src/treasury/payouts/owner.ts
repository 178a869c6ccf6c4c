import type { Environment } from '../../lib/environment.ts';

/** A merchant in one environment. */
export interface Owner {
  merchant_id: string;
  environment: Environment;
}

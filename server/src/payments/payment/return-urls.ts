import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';

type ReturnUrls = Partial<Record<'redirect_url' | 'cancel_url', string | null>>;

/** Checks of fields: customers of live payments are sent to HTTPS pages only. Test mode allows the developer's machine. */
export function returnUrlChecks(environment: Environment) {
  const check = (field: keyof ReturnUrls) => (checked: ReturnUrls) => {
    const url = checked[field];
    if (environment === 'test' || !url || /^https:/i.test(url)) return;
    throw new ApiError('INVALID_URL', {
      message: `${field} of a live payment must be a URL that starts with https://.`,
      details: { field, provided: url },
    });
  };
  return { redirect_url: check('redirect_url'), cancel_url: check('cancel_url') };
}

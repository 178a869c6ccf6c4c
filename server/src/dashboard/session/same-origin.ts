import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../lib/errors.ts';

const header = 'x-causeway-request';
const value = 'dashboard';

/**
 * CSRF protection. Checks Sec-Fetch-Site, Origin, and a custom header that forms cannot set and cross-site scripts only
 * with a CORS preflight. Each would be enough; all three are checked.
 */
export function crossSiteRefusal(
  headers: IncomingHttpHeaders,
  publicUrl: string,
  options: { ridesOnSession: boolean },
): ApiError | undefined {
  const { origin } = new URL(publicUrl);
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    return refusal(`The request came from another site (Sec-Fetch-Site: ${shown(site)}).`, publicUrl);
  if (headers.origin !== undefined && headers.origin !== origin)
    return refusal(`The request came from another origin than ${origin}.`, publicUrl);
  if (options.ridesOnSession && headers[header] !== value)
    return new ApiError('FORBIDDEN', {
      message: `Changes with a session require the header "X-Causeway-Request: ${value}".`,
      details: { header: 'X-Causeway-Request', expected: value },
    });
  return undefined;
}

function refusal(problem: string, publicUrl: string): ApiError {
  return new ApiError('FORBIDDEN', { message: `${problem} Open the dashboard at ${publicUrl}/dashboard.` });
}

function shown(site: string | string[]): string {
  return String(site).slice(0, 20);
}

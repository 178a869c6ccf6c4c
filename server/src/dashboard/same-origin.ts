import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.ts';

const header = 'x-causeway-request';
const value = 'dashboard';

/**
 * Refuses what another site's page makes a browser send. A form cannot set a header of ours, a script may not without
 * asking first, and browsers say where a request comes from: each of the three is enough, and all are looked at.
 */
export function crossSiteRefusal(
  headers: IncomingHttpHeaders,
  publicUrl: string,
  options: { ridesOnSession: boolean },
): ApiError | undefined {
  const { origin } = new URL(publicUrl);
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    return refusal(`The request comes from another site (Sec-Fetch-Site ${shown(site)}).`, publicUrl);
  if (headers.origin !== undefined && headers.origin !== origin)
    return refusal(`The request comes from another origin than ${origin}.`, publicUrl);
  if (options.ridesOnSession && headers[header] !== value)
    return new ApiError('FORBIDDEN', {
      message: `A change made with a session needs the header "X-Causeway-Request: ${value}".`,
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

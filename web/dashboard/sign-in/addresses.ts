import { facts } from '../shared/facts.ts';

/** The URL of a path below /dashboard. */
export function dashboardUrl(path: string): string {
  return `${facts.site_path}/dashboard${path}`;
}

/** The sign-in page, which returns to `next` afterwards. */
export function signInUrl(next?: string): string {
  const path = dashboardUrl('/sign-in');
  return next === undefined || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Opens a page of the dashboard. Only the path is used, to prevent open redirects. */
export function enterDashboard(next = '/'): void {
  const { pathname, search } = new URL(next, location.origin);
  location.replace(dashboardUrl(pathname === '/' ? search : pathname + search));
}

/** A value of the query string. */
export function searchValue(name: string): string | undefined {
  return new URLSearchParams(location.search).get(name) ?? undefined;
}

import { Html } from '../../platform/pages/html.ts';

/** The mark of the service, as in web/public/favicon.ico. Decorative: its name is beside it. */
export const mark = new Html(
  '<svg class="site-mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M5 12h22M7 12v11m18-11v11M7 22a4.5 4.5 0 0 1 9 0m0 0a4.5 4.5 0 0 1 9 0m-9 0v1"/></svg>',
);

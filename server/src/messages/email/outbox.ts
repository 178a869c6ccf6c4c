import type { EmailRow } from './store.ts';

export { selectEmail, selectEmailPage, selectEmails, selectShownEmail } from './store.ts';

/** The outbox as operators and merchants see it. */

export type Email = EmailRow;

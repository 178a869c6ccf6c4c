import type { Simulation } from '../simulation.ts';

/** As the guide to webhooks says. */
const maxAttempts = 7;

/** Every event reached the merchant within its attempts and was signed for it, and every mail was sent. */
export async function checkOutgoing({
  world: { database, inboxes, mails },
  isRestored,
}: Simulation): Promise<string[]> {
  const events = await database.query<{ event_id: string; type: string; merchant_id: string }>(
    'select event_id, type, merchant_id from events',
  );
  const lost = events.flatMap(({ event_id, type, merchant_id }) => {
    const inbox = inboxes.get(merchant_id);
    const isTaken = (inbox?.taken.get(event_id) ?? 0) > 0;
    const isHopeless = (inbox?.refused.get(event_id) ?? 0) >= maxAttempts;
    return isTaken || isHopeless ? [] : [`deliveries: ${type} ${event_id} never arrived`];
  });
  const known = new Set(events.map(({ event_id, merchant_id }) => `${event_id} of ${merchant_id}`));
  const taken = [...inboxes].flatMap(([merchantId, inbox]) =>
    [...inbox.taken.keys()].map((id) => `${id} of ${merchantId}`),
  );
  const invented = taken.filter((name) => !isRestored && !known.has(name));
  const sent = await database.query<{ email_id: string }>(
    `select email_id from emails where status = 'sent'`,
  );
  const unsent = sent.filter(({ email_id }) => !mails.some((id) => id.includes(email_id)));
  return [
    ...lost,
    ...[...inboxes.values()].flatMap(({ forged }) =>
      forged.map((label) => `deliveries: ${label} is not signed`),
    ),
    ...invented.map((name) => `deliveries: ${name} was sent and is not there`),
    ...unsent.map(({ email_id }) => `mail: ${email_id} is marked as sent and never was`),
  ];
}

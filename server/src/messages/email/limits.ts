/** How much mail a merchant may send to other people in a day (UTC). */
export interface MailLimits {
  /** To customers, in live and in test mode. */
  live: number;
  test: number;
  invitations: number;
  /** To one address: mail to customers of both environments, and invitations. */
  perAddress: number;
  invitationsPerAddress: number;
  /** What members asked to be told. */
  notices: number;
}

/** `livePerDay` is EMAILS_PER_DAY: the operator decides how much the mail server takes. 0 means no limits at all. */
export function mailLimitsOf(livePerDay: number): MailLimits {
  if (livePerDay === 0) {
    const none = Number.POSITIVE_INFINITY;
    return {
      live: none,
      test: none,
      invitations: none,
      perAddress: none,
      invitationsPerAddress: none,
      notices: none,
    };
  }
  return {
    live: livePerDay,
    test: Math.min(200, livePerDay),
    invitations: 50,
    perAddress: 20,
    invitationsPerAddress: 5,
    notices: Math.min(500, livePerDay),
  };
}

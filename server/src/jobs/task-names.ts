/** All background tasks. */
export type TaskName =
  | 'simulated-customer'
  | 'watch-deposits'
  | 'check-chains'
  | 'watch-chains'
  | 'expire-payments'
  | 'poll-rates'
  | 'forget-old-rates'
  | 'send-refunds'
  | 'expire-invoices'
  | 'deliver-webhooks'
  | 'forget-old-events'
  | 'send-emails'
  | 'forget-old-emails'
  | 'forget-old-requests'
  | 'forget-many-requests'
  | 'forget-idempotency-keys'
  | 'forget-stale-sessions';

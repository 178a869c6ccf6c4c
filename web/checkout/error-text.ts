import { formatDuration } from '../shared/format.ts';
import type { CheckoutError } from './api.ts';
import type { Language } from './i18n.ts';

/** Message for the customer: what went wrong and what to do next. */
export function errorText(error: CheckoutError, { t, tag }: Language): string {
  switch (error.code) {
    case 'PAYMENT_ALREADY_COMPLETED':
      return t.errorPaid;
    case 'PAYMENT_EXPIRED':
      return t.errorOver;
    case 'INVALID_CHAIN':
    case 'INVALID_TOKEN':
      return t.errorChoice;
    case 'INVALID_EMAIL':
      return t.errorEmail;
    case 'FORBIDDEN':
      return t.errorEmailFixed;
    case 'RATE_LIMIT_EXCEEDED':
      return t.errorRate(formatDuration(tag, error.retryAfterSeconds ?? 60, 'long'));
    case 'ACCOUNT_SUSPENDED':
      return t.noWays;
    case 'PAYMENT_NOT_FOUND':
      return t.errorNotFound;
    case 'UNREACHABLE':
      return t.errorUnreachable;
    default:
      return t.errorOther;
  }
}

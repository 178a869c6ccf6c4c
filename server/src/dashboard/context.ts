import type { IdentityContext } from '../merchants/members/context.ts';
import type { PaymentBatches } from '../payments/payment/batches.ts';
import type { HttpContext } from '../platform/http/context.ts';

export interface DashboardContext extends HttpContext, IdentityContext, PaymentBatches {}

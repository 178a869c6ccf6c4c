import type { HttpContext } from '../http/context.ts';
import type { IdentityContext } from '../identity/context.ts';
import type { PaymentBatches } from '../payments/batches.ts';

export interface DashboardContext extends HttpContext, IdentityContext, PaymentBatches {}

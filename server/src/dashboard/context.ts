import type { HttpContext } from '../http/context.ts';
import type { SessionContext } from '../identity/sessions.ts';
import type { PaymentBatches } from '../payments/batches.ts';

export interface DashboardContext extends HttpContext, SessionContext, PaymentBatches {}

import type { ClaimedAuthorization } from '../../treasury/transfers/authorizations/authorizations.ts';
import type { PayerFunds } from '../../treasury/transfers/authorizations/payer-funds.ts';

/** A payment by signature that a node would take now, and what its payer has. */
export type TriedAuthorization = ClaimedAuthorization & { funds: PayerFunds };

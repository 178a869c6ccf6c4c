/** Merchants turn buttons on and off freely, so there is no transition table. */
export const buttonStatuses = ['active', 'inactive'] as const;
export type ButtonStatus = (typeof buttonStatuses)[number];

/** Payments created before the button was turned off stay valid. */
export function makesPayments(status: ButtonStatus): boolean {
  return status === 'active';
}

/** Its merchant turns a button on and off at will, so every move between the two is allowed. */
export const buttonStatuses = ['active', 'inactive'] as const;
export type ButtonStatus = (typeof buttonStatuses)[number];

/** Only then does it make payments; those it made before go on as they are. */
export function makesPayments(status: ButtonStatus): boolean {
  return status === 'active';
}

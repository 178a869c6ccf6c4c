/** What names a payment in every query: its id, and whose it is. */
export interface PaymentKey {
  merchant_id: string;
  payment_id: string;
}

/** A member of a merchant. */
export interface MemberId {
  member_id: string;
  merchant_id: string;
}

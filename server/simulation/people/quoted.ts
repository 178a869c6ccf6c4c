/** What the service asked for, and between which prices the shop was told. */
export interface Quoted {
  units: bigint;
  askedAt: number;
  answeredAt: number;
}

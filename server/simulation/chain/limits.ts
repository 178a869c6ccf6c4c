export interface KeptBack {
  payments: number;
  looks: number;
  sweeps: number;
  fees: number;
}

export function keptBackOn(chains: readonly { world: { limits: Limits } }[]): KeptBack {
  const sum = (what: keyof KeptBack) =>
    chains.reduce((total, { world }) => total + world.limits.kept[what], 0);
  return { payments: sum('payments'), looks: sum('looks'), sweeps: sum('sweeps'), fees: sum('fees') };
}

/** What the vault's owner and issuers of tokens forbid, a number of times. */
export class Limits {
  /** Payments of the vault that are beyond its cap, which the owner has lowered since they were signed. */
  payments = 0;
  /** Times that the vault says that nothing is left of its cap. */
  looks = 0;
  /** Deposits that a token does not let go of when they are swept. */
  sweeps = 0;
  /** Sweeps of which a token keeps a part. */
  fees = 0;
  /** How often each of them happened. */
  readonly kept: KeptBack = { payments: 0, looks: 0, sweeps: 0, fees: 0 };

  /** Whether it happens now. */
  take(what: keyof KeptBack): boolean {
    if (this[what] === 0) return false;
    this[what]--;
    this.kept[what]++;
    return true;
  }

  /** The owner raises the cap, and the token lets go. */
  end(): void {
    this.payments = 0;
    this.looks = 0;
    this.sweeps = 0;
    this.fees = 0;
  }

  get areUsed(): boolean {
    const { payments, looks, sweeps, fees } = this.kept;
    return this.payments + this.sweeps + this.fees + payments + looks + sweeps + fees > 0;
  }
}

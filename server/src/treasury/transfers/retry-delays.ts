/** Retry delays are multiples of the chain's poll interval. */
interface Paced {
  readonly pollMs: number;
}

export const sendAgainMs = ({ pollMs }: Paced) => 3 * pollMs;
export const soonMs = ({ pollMs }: Paced) => 5 * pollMs;
export const bumpAfterMs = ({ pollMs }: Paced) => 15 * pollMs;
export const laterMs = ({ pollMs }: Paced) => 60 * pollMs;

/** What a person can put right. The message says how. */
export class Problem extends Error {}

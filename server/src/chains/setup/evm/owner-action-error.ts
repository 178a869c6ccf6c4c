/** Words that cannot be made into an action of a vault's owner. In a file of its own: the CLI loads it at every start. */
export class OwnerActionError extends Error {}

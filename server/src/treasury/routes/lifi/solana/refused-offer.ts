/** An offer that must not be signed. Its message is shown to merchants; errors of nodes are not. */
export class RefusedOffer extends Error {}

/** An offer that must not be signed. Its message is for merchants; other errors are of nodes and are not shown. */
export class RefusedOffer extends Error {}

/** Why a treasury cannot be moved. In a file of its own, so that commands catch it without loading what moves. */
export class MoveError extends Error {}

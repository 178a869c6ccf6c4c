/** Why money was not moved from one treasury to another. Alone here, since every command knows it. */
export class MoveError extends Error {}

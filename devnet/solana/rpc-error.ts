/** An error that a node answers, with the code and the words of Agave. */
export class NodeError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string) => new NodeError(-32602, message);

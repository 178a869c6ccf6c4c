import { createHash } from 'node:crypto';

/** What happened, line by line. Only a digest is kept unless the lines are wanted. */
export class Trace {
  readonly lines: string[] = [];
  readonly #digest = createHash('sha256');
  readonly #keeps: boolean;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  add(line: string): void {
    this.#digest.update(line).update('\n');
    if (this.#keeps) this.lines.push(line);
  }

  digest(): string {
    return this.#digest.copy().digest('hex');
  }
}

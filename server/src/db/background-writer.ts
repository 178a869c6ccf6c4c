interface BackgroundWriterOptions<Row> {
  write: (rows: Row[]) => Promise<void>;
  /** How many rows one write takes; more than that within `everyMs` are left out. */
  maxRows: number;
  everyMs: number;
  onLeftOut?: () => void;
  onError: (error: unknown) => void;
}

export interface BackgroundWriter<Row> {
  /** The row is made only when there is room for it. */
  add(makeRow: () => Row): void;
  /** Writes what is waiting now. Never fails. */
  flush(): Promise<void>;
}

/**
 * Writes rows that nobody waits for: together, at most once in `everyMs`, and never as a reason for a request to fail
 * or to wait. What cannot be written is given up.
 */
export function createBackgroundWriter<Row>(options: BackgroundWriterOptions<Row>): BackgroundWriter<Row> {
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return writing;
    const rows = waiting;
    waiting = [];
    writing = writing.then(() => options.write(rows)).catch(options.onError);
    return writing;
  }

  return {
    add(makeRow) {
      if (waiting.length >= options.maxRows) {
        options.onLeftOut?.();
        return;
      }
      waiting.push(makeRow());
      timer ??= setTimeout(flush, options.everyMs).unref();
    },
    flush,
  };
}

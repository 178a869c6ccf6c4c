interface BackgroundWriterOptions<Row> {
  write: (rows: Row[]) => Promise<void>;
  /** The most rows per write; more than that within `everyMs` are dropped. */
  maxRows: number;
  everyMs: number;
  onLeftOut?: () => void;
  onError: (error: unknown) => void;
}

export interface BackgroundWriter<Row> {
  /** Calls `makeRow` only if the row is not dropped. */
  add(makeRow: () => Row): void;
  /** Writes the waiting rows now. Never rejects. */
  flush(): Promise<void>;
}

/** Writes rows in batches in the background, so that requests neither wait for them nor fail. Failed rows are lost. */
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

import { createHash } from 'node:crypto';
import { ApiError } from '../../lib/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Logo } from '../../platform/logos/logos.ts';
import { createWorkerThread, type WorkerThread, WorkerThreadError } from '../../platform/worker-thread.ts';
import type { PdfPrint } from './drawing.ts';
import { createPdfCache } from './pdf-cache.ts';
import { createPrintQueue, type PrintQueueLimits } from './print-queue.ts';

/** Draws PDFs of invoices and receipts in a worker thread, one at a time and merchants in turn. */
export interface PdfPrinter {
  /** Throws SERVICE_UNAVAILABLE when too many wait, or when this one cannot be drawn. */
  print(merchantId: string, order: PrintOrder): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** With the whole logo, whose digest tells one from another. */
export type PrintOrder = PdfPrint & { logo: Logo | null };

export interface PrinterLimits extends PrintQueueLimits {
  deadlineMs: number;
  maxHeapMb: number;
  cachedBytes: number;
}

/** The largest invoice, 40,000 different Chinese characters, takes about 5 seconds and 300 MB. */
export const printerLimits: PrinterLimits = {
  atOnce: 8,
  atOncePerMerchant: 3,
  merchantsAtOnce: 100,
  deadlineMs: 20_000,
  maxHeapMb: 512,
  cachedBytes: 32 * 1024 * 1024,
};

type Thread = WorkerThread<PdfPrint, Uint8Array>;

export function createPdfPrinter(
  log: Log,
  limits: PrinterLimits = printerLimits,
  thread: Thread = createWorkerThread(new URL('./drawing-thread', import.meta.url), limits),
): PdfPrinter {
  const cache = createPdfCache(limits.cachedBytes);
  const drawing = new Map<string, Promise<Uint8Array>>();
  const queue = createPrintQueue(limits);

  async function draw(merchantId: string, digest: string, print: PdfPrint): Promise<Uint8Array> {
    try {
      const pdf = await queue.run(merchantId, () => thread.run(print));
      cache.keep(digest, pdf);
      return pdf;
    } catch (error) {
      if (!(error instanceof WorkerThreadError)) throw error;
      if (error.reason !== 'stopped')
        log.error({ err: error, merchant_id: merchantId, url: print.url }, 'no PDF drawn');
      throw notDrawnError(error, limits.deadlineMs);
    } finally {
      drawing.delete(digest);
    }
  }

  return {
    async print(merchantId, order) {
      const digest = digestOf(order);
      const kept = cache.get(digest) ?? drawing.get(digest);
      if (kept) return kept;
      const work = draw(merchantId, digest, order);
      drawing.set(digest, work);
      return work;
    },
    stop: () => thread.stop(),
  };
}

/** Of everything that is drawn. The time of drawing is only a property of the file. */
function digestOf({ logo, now: _, ...content }: PrintOrder): string {
  const drawn = JSON.stringify([content, logo?.digest ?? null]);
  return createHash('sha256').update(drawn).digest('base64');
}

function notDrawnError(error: WorkerThreadError, deadlineMs: number): ApiError {
  const why =
    error.reason === 'deadline'
      ? `The PDF was not drawn within ${deadlineMs / 1000} seconds.`
      : 'The PDF could not be drawn.';
  return new ApiError('SERVICE_UNAVAILABLE', {
    message: `${why} Try again in a minute, or print the page instead.`,
    details: { retry_after_seconds: 60 },
    headers: { 'retry-after': '60' },
  });
}

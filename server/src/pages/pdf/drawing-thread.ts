import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from '../../platform/worker-thread.ts';
import { type PdfPrint, pdfOf } from './drawing.ts';

/** Runs in the worker thread: draws each document it is sent. */

function say(message: ThreadMessage<Uint8Array>, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

async function draw(print: PdfPrint): Promise<void> {
  try {
    // Buffers arrive as plain arrays of bytes.
    const logo = print.logo && { ...print.logo, bytes: Buffer.from(print.logo.bytes) };
    // A copy of its own: only a whole ArrayBuffer can be handed over, and small Buffers share one.
    const result = new Uint8Array(await pdfOf({ ...print, logo }));
    say({ result }, [result.buffer]);
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

parentPort?.on('message', draw);
say('ready');

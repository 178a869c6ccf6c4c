export interface PdfCache {
  get(digest: string): Uint8Array | undefined;
  keep(digest: string, pdf: Uint8Array): void;
}

/** Keeps the PDFs that were asked for last, up to so many bytes. Found by what they show, so they never go stale. */
export function createPdfCache(maxBytes: number): PdfCache {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  function drop(digest: string, pdf: Uint8Array): void {
    kept.delete(digest);
    bytes -= pdf.byteLength;
  }

  return {
    get(digest) {
      const pdf = kept.get(digest);
      if (!pdf) return undefined;
      // To the end of the Map, which keeps the order of insertion.
      kept.delete(digest);
      kept.set(digest, pdf);
      return pdf;
    },
    keep(digest, pdf) {
      const old = kept.get(digest);
      if (old) drop(digest, old);
      kept.set(digest, pdf);
      bytes += pdf.byteLength;
      for (const [oldest, one] of kept) {
        if (bytes <= maxBytes) break;
        drop(oldest, one);
      }
    },
  };
}

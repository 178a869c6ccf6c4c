import { useLayoutEffect } from 'react';

/** Removes what the server sent to be seen until the page is there. */
export function useSkeletonEnd(): void {
  useLayoutEffect(() => document.getElementById('skeleton')?.remove(), []);
}

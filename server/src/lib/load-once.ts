/** A module that is loaded on demand, and asked for once: a loader may take its time each time it is asked. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

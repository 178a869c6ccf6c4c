/** Resolves on the first SIGINT or SIGTERM. A second one exits immediately. */
export function firstSignal(onSignal: () => void): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = (signal: string) => {
      if (isAsked) process.exit(130);
      isAsked = true;
      onSignal();
      resolve(signal);
    };
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, ask);
  });
}

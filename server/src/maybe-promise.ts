/** Something that is nearly always there at once: then nobody waits a turn of the event loop for it. */
export type MaybePromise<T> = T | Promise<T>;

export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Ends a hook with its refusal, if there is one. */
export function finish(refusal: MaybePromise<Error | undefined>, done: (error?: Error) => void): void {
  if (refusal instanceof Promise) refusal.then(done, done);
  else done(refusal);
}

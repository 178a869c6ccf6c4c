/** A value that is usually available synchronously, which saves a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Ends a hook, with the error if a check failed. */
export function finish(refusal: MaybePromise<Error | undefined>, done: (error?: Error) => void): void {
  if (refusal instanceof Promise) refusal.then(done, done);
  else done(refusal);
}

export type StepResult =
  /** Nothing to do until the chain goes on. */
  | 'idle'
  | 'more'
  /** Another worker has the chain. */
  | 'busy'
  /** No address is watched there. */
  | 'unwatched'
  | 'halted';

/** Whether a second member was asked to approve an action, which is not done yet. */
export function isAsked(outcome: unknown): outcome is { pending_approval: unknown } {
  return typeof outcome === 'object' && outcome !== null && 'pending_approval' in outcome;
}

/** What to say after an action that a second member may have to approve. */
export function doneOrAsked(outcome: unknown, done: string): string {
  return isAsked(outcome) ? 'Another member has to approve this. See Approvals.' : done;
}

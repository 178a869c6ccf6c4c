/** What to say after an action that a second member may have to approve. */
export function doneOrAsked(outcome: unknown, done: string): string {
  const isAsked = typeof outcome === 'object' && outcome !== null && 'pending_approval' in outcome;
  return isAsked ? 'Another member has to approve this. See Approvals.' : done;
}

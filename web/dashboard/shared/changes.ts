/** The fields that differ; removed ones are null. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after))
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changes[name] = value ?? null;
  return changes;
}

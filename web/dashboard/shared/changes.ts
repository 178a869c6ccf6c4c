/** The fields that differ; removed ones are null. */
export function changesOf<Fields extends object>(
  before: Fields,
  after: Fields,
): { [Name in keyof Fields]?: Fields[Name] | null } {
  const changes: { [Name in keyof Fields]?: Fields[Name] | null } = {};
  for (const name in after)
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name] ?? null;
  return changes;
}

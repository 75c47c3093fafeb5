/** Names of what differs between two records, for the audit log; everything where nothing was stored before. */
export function changedFields(before: unknown, after: unknown): string[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}))
  return Object.entries(after ?? {})
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
}

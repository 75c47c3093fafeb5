/** Stored JSON with each of its texts changed; as it was, to the letter, where none changes. */
export function mapJsonTexts(json: string, change: (text: string) => string): string {
  let isChanged = false
  const mapped: unknown = JSON.parse(json, (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    const changed = change(value)
    if (changed !== value) isChanged = true
    return changed
  })
  return isChanged ? JSON.stringify(mapped) : json
}

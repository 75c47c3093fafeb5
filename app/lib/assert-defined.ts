/** The value of an index or a lookup that cannot miss. `why` says why it cannot. */
export function assertDefined<Value>(value: Value, why: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`Missing value: ${why}.`)
  return value
}

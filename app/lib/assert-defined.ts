/** Returns a value that cannot be missing. `why` says why it cannot. @throws {Error} if it is missing */
export function assertDefined<Value>(value: Value, why: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`Missing value: ${why}.`)
  return value
}

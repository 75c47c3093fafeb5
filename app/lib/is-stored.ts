/** Returns whether local storage has the key; false if the browser blocks it. */
export function isStored(key: string | undefined): boolean {
  try {
    return key !== undefined && localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

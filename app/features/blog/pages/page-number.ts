/** Whether a text is the number of a page past the first, whose address has none, in its one spelling. */
export function isPageNumber(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && text !== '1'
}

/** Whether a key pressed there belongs to a field or a dialog rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=dialog]') !== null
  )
}

/** Returns 1 for J, -1 for K, and 0 for any other key or if the key belongs to a field. */
export function stepOf(event: KeyboardEvent): 1 | -1 | 0 {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
    return 0
  const key = event.key.toLowerCase()
  return key === 'j' ? 1 : key === 'k' ? -1 : 0
}

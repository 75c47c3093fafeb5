/** Whether a key pressed there belongs to a field or a dialog rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
  )
}

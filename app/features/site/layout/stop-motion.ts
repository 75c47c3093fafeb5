const KEY = 'stop-motion'

/** Remembers on this device whether the visitor has stopped the animations. Without storage it lasts for the page. */
export function rememberStoppedMotion(): void {
  const box = document.querySelector<HTMLInputElement>('[data-stop-motion]')
  if (!box) return
  try {
    box.checked = localStorage.getItem(KEY) !== null
  } catch {
    return
  }
  box.addEventListener('change', () => {
    if (box.checked) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  })
}

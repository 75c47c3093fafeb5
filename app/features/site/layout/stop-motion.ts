const KEY = 'still'

/** As under reduced motion: of rotating words the first is shown. */
const still = `main * { animation: none !important }
.rotating-word > :first-child { visibility: visible !important }
.rotating-word > :not(:first-child) { visibility: hidden !important }`

/**
 * Shows the button that stops and starts what moves by itself, unless the system's setting stops it already. The choice is
 * remembered on this device, or for the page if there is no storage. Scripts that draw listen for `stillchange`.
 */
export function offerStopMotion(): void {
  const button = document.querySelector<HTMLElement>('[data-stop-motion]')
  if (!button || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const root = document.documentElement
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(still)
  const swap = () => {
    const { textContent } = button
    button.textContent = button.dataset['stopMotion'] ?? null
    button.dataset['stopMotion'] = textContent
    document.adoptedStyleSheets = root.toggleAttribute('data-still') ? [sheet] : []
    document.dispatchEvent(new Event('stillchange'))
  }
  if (remembered()) swap()
  button.addEventListener('click', () => {
    swap()
    remember(root.hasAttribute('data-still'))
  })
  button.hidden = false
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(isStill: boolean): void {
  try {
    if (isStill) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {}
}

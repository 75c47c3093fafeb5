import { isStored } from '#app/lib/is-stored.ts'

const KEY = 'still'

/** Shows what reduced motion shows: nothing moves, and the first of the rotating words is visible. */
const still = `main * { animation: none !important }
.rotating-word > :first-child { visibility: visible !important }
.rotating-word > :not(:first-child) { visibility: hidden !important }`

/**
 * Shows a button that stops all animations and starts them again. Under the system's reduced motion there are none, so the
 * button stays hidden. The choice is kept in local storage; if that is blocked, it lasts until the page is left. The event
 * `stillchange` tells scripts that draw, such as the orb.
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
  if (isStored(KEY)) swap()
  button.addEventListener('click', () => {
    swap()
    remember(root.hasAttribute('data-still'))
  })
  button.hidden = false
}

function remember(isStill: boolean): void {
  try {
    if (isStill) localStorage.setItem(KEY, '')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked.
  }
}

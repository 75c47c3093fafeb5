import type { Colour, OrbMessage } from './orb-messages.ts'

/**
 * Draws the orb into the element's canvas in a worker, so that neither its shader nor its frames block the page. It stands
 * still under reduced motion and once the visitor stops the animations, and pauses off screen and in a hidden tab. Without
 * WebGL in workers the orb of the style sheet stays visible.
 */
export function startOrb(element: HTMLElement): void {
  const canvas = element.querySelector('canvas')
  if (!canvas || !('transferControlToOffscreen' in canvas)) return
  const worker = new Worker(new URL('./orb.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: OrbMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.addEventListener('message', () => canvas.setAttribute('data-drawn', ''), { once: true })

  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  const isStill = () => reduced.matches || document.documentElement.hasAttribute('data-still')
  const tellStill = () => tell({ kind: 'still', still: isStill() })
  const offscreen = canvas.transferControlToOffscreen()
  const [glow, second] = [colourOf(element, '--color-glow'), colourOf(element, '--color-second')]
  tell({ kind: 'start', canvas: offscreen, still: isStill(), glow, second }, [offscreen])
  reduced.addEventListener('change', tellStill)
  document.addEventListener('stillchange', tellStill)

  new ResizeObserver(() => {
    const dpr = Math.min(devicePixelRatio, 2)
    tell({ kind: 'size', width: element.clientWidth, height: element.clientHeight, dpr })
  }).observe(element)

  let onScreen = true
  const tellRunning = () => tell({ kind: 'run', running: onScreen && !document.hidden })
  new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true
    tellRunning()
  }).observe(element)
  document.addEventListener('visibilitychange', tellRunning)

  element.addEventListener('pointerenter', () => tell({ kind: 'hover', hovered: true }))
  element.addEventListener('pointerleave', () => tell({ kind: 'hover', hovered: false }))
}

/** Reads a colour, which themes and brands always write as #rrggbb. */
function colourOf(element: HTMLElement, token: string): Colour {
  const hex = Number.parseInt(getComputedStyle(element).getPropertyValue(token).trim().slice(1), 16)
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255]
}

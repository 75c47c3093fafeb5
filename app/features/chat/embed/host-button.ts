import type { HostLook } from './messages.ts'

/** Sizes are in pixels, because hosts set the size of `rem` as they like. */
const css =
  'button,iframe{all:initial;box-sizing:border-box;box-shadow:0 8px 24px #0006}' +
  'button{position:relative;flex:none;display:grid;place-items:center;width:56px;height:56px;border:2px solid transparent;border-radius:50%;background:var(--f);color:#fff;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #fff;box-shadow:0 0 0 6px #111}' +
  '.new:after{content:"";position:absolute;top:0;inset-inline-end:0;width:14px;height:14px;border:2px solid;border-radius:50%;background:#d00}' +
  'svg{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2}' +
  'iframe{width:384px;height:384px;min-height:0;border-radius:16px}' +
  '[hidden]{display:none}' +
  // Until the frame has loaded, the button stays above one that fills the window, to close it.
  '.ready{z-index:1}' +
  '@media print{button,iframe{display:none}}' +
  '@media(max-width:640px),(max-height:480px){iframe{position:fixed;inset:var(--t) 0 auto;width:100%;height:var(--h);max-height:100%;border-radius:0}}'

/** Draws the button in a closed shadow root, out of reach of the host's style sheets. */
export function drawButton() {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const button = document.createElement('button')
  const namespace = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  const put = () => host.isConnected || document.documentElement.append(host)
  // Waits, because some pages remove the button each time it is added, which would repeat without end.
  const observer = new MutationObserver(() => setTimeout(put, 500))
  icon.append(path)
  button.append(icon)
  // A strict policy of the host blocks style elements, but not constructed style sheets.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.append(button)
  function wear([, , fill, d, corner, offset]: HostLook): void {
    const edge = `${offset}px`
    const rules = `all:initial;display:flex;flex-direction:column;justify-content:end;gap:12px;align-items:${corner};pointer-events:none;position:fixed;z-index:2147483647;inset-block:12px ${edge};inset-inline-${corner}:${edge};--f:${fill};`
    host.style.cssText = rules.replace(/;/g, '!important;')
    path.setAttribute('d', d)
    put()
    observer.observe(document.documentElement, { childList: true })
  }

  function tell(label: string, isOpen: boolean, unread: number): void {
    button.className = unread ? 'new' : ''
    button.setAttribute('aria-label', unread ? `${label} (${unread})` : label)
    button.setAttribute('aria-expanded', `${isOpen}`)
  }

  return [host, root, button, wear, tell] as const
}

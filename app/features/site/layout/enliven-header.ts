/**
 * Adds what CSS cannot do: a press toggles the services menu, Esc and leaving it by keyboard close it, and
 * `aria-expanded` follows while the pointer opens it.
 */
export function enlivenHeader(): void {
  const menu = document.querySelector<HTMLElement>('[data-services-menu]')
  const button = menu?.querySelector('button')
  if (!menu || !button) return
  let closing: ReturnType<typeof setTimeout> | undefined

  const tell = (open: boolean) => button.setAttribute('aria-expanded', String(open))
  const pin = (open: boolean) => {
    menu.toggleAttribute('data-open', open)
    tell(open || menu.matches(':hover'))
  }

  button.addEventListener('click', () => pin(!menu.hasAttribute('data-open')))
  menu.addEventListener('pointerenter', () => {
    clearTimeout(closing)
    tell(true)
  })
  menu.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'touch') return
    menu.removeAttribute('data-open')
    closing = setTimeout(() => tell(menu.hasAttribute('data-open')), 500)
  })
  menu.addEventListener('focusout', (event) => {
    if (!menu.contains(event.relatedTarget as Node | null)) pin(false)
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.hasAttribute('data-open')) return
    event.stopPropagation()
    pin(false)
    button.focus()
  })
  document.addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target as Node)) pin(false)
  })
}

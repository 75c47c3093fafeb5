/** Makes links with `data-open-chat` open the assistant; without JavaScript they lead to their `href`. */
export function enlivenChatLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-open-chat]') : null
    const button = document.querySelector<HTMLElement>('.chat-button')
    if (!link || !button) return
    event.preventDefault()
    if (button.getAttribute('aria-expanded') !== 'true') button.click()
  })
}

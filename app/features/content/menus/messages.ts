import { publicTexts } from '#app/lib/messages.ts'

/** Names of menu entries without a text of their own. */
const en = {
  blog: 'Blog',
  services: 'Services',
}

export const menusTexts = publicTexts('menus', { en })

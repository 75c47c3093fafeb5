import { publicTexts } from '#app/lib/messages.ts'

/** What menu entries are called whose owner gave them no words. */
const en = {
  blog: 'Blog',
  services: 'Services',
}

export const menusTexts = publicTexts('menus', { en })

import { publicTexts } from '#app/lib/messages.ts'

const en = {
  /** Names of menu entries without a text of their own. */
  blog: 'Blog',
  services: 'Services',
  /** Prices of services that the owner gave as amounts. */
  prices: {
    from: 'From {from}',
    range: '{from}–{to}',
    fromMonthly: 'From {from} per month',
    rangeMonthly: '{from}–{to} per month',
  },
}

export type MenusMessages = typeof en

export const menusTexts = publicTexts<MenusMessages>('menus', { en })

import { publicTexts } from '#app/lib/messages.ts'

const cardEn = {
  when: 'When',
  where: 'Where',
  book: 'Book this time',
  inquiry: 'Your inquiry',
  send: 'Send',
  shown: 'Please look at this, and press the button if it is right.',
  underWay: 'This is being done. Please wait a moment.',
  notOffered: 'This is no longer offered here. Please write to us instead.',
}

export type CardMessages = typeof cardEn

export const cardTexts = publicTexts<CardMessages>('cards', { en: cardEn })

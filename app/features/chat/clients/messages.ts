import { publicTexts } from '#app/lib/messages.ts'

import { clientsEn, type ClientsMessages } from './messages.en.ts'

export const clientsTexts = publicTexts<ClientsMessages>('clients', { en: clientsEn })

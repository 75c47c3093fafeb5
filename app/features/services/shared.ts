import type { Messages } from '#app/lib/messages.ts'

import { servicesSharedEn, type ServicesShared } from './shared.en.ts'

export const servicesShared: Messages<ServicesShared> = { en: servicesSharedEn }

import type { Messages } from '#app/lib/messages.ts'

import { imageEn, type ImageMessages } from './messages.en.ts'

export const imageMessages: Messages<ImageMessages> = { en: imageEn }

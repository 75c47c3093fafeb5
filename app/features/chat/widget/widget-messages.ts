import type { Messages } from '#app/lib/messages.ts'

import { widgetEn, type WidgetTexts } from './widget.en.ts'

export const widgetMessages: Messages<WidgetTexts> = { en: widgetEn }

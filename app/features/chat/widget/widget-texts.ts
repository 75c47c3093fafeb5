import { publicTexts } from '#app/lib/messages.ts'

import { widgetEn, type WidgetTexts } from './widget.en.ts'

export const widgetTexts = publicTexts<WidgetTexts>('widget', { en: widgetEn })

import { chatTexts } from '#app/features/chat/messages.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { ChatWidget } from './chat.island.tsx'
import { contactTextsOf } from './panel-texts.ts'
import { CHAT_KEY } from './stored-chat.ts'
import { widgetTexts } from './widget-texts.ts'

export function ChatBlock() {
  const { failed, failedToast } = useTexts(chatTexts)
  const texts = useTexts(widgetTexts)
  const { siteName, bookLabel } = useSite()
  const contact = contactTextsOf(useTexts(leadsTexts), texts, siteName)
  return (
    <Island
      name="chat"
      of={ChatWidget}
      when="intent"
      whenStored={CHAT_KEY}
      props={{
        siteName,
        texts,
        contact,
        failure: { reply: failed, toast: failedToast },
        offersMeetings: bookLabel !== null,
      }}
    />
  )
}

import { fill } from '#app/lib/messages.ts'
import { UserRound } from '#app/ui/icons.tsx'

import type { Handover } from '../chat-events.ts'

import type { WidgetTexts } from './widget.en.ts'

type HandoverNoteProps = {
  handover: Handover
  texts: WidgetTexts
  locale: string | undefined
  /** Null while the form is shown. */
  onLeaveMessage: (() => void) | null
}

export function isAway(handover: Handover | null): boolean {
  return handover !== null && !handover.isPresent && !handover.isOpen
}

export function HandoverNote({ handover, texts, locale, onLeaveMessage }: HandoverNoteProps) {
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-line-strong p-3 text-sm">
      <p dir="auto" className="flex gap-2">
        <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-second" />
        {sentenceOf(handover, texts, locale)}
      </p>
      {onLeaveMessage ? (
        <button type="button" onClick={onLeaveMessage} className="chat-chip">
          {texts.leaveMessage}
        </button>
      ) : null}
    </div>
  )
}

function sentenceOf(
  { isPresent, isOpen, opensAt }: Handover,
  texts: WidgetTexts,
  locale: string | undefined,
): string {
  if (isPresent) return texts.handoverPresent
  if (isOpen) return texts.handoverOpen
  if (opensAt === null) return texts.handoverAway
  return fill(texts.handoverClosed, { opens: whenOf(opensAt, locale) })
}

const WEEK = 6 * 24 * 60 * 60 * 1000

function whenOf(at: number, locale = document.documentElement.lang || 'en'): string {
  const isThisWeek = at - Date.now() < WEEK
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    ...(!isThisWeek && { day: 'numeric', month: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

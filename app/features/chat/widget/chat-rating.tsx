import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { visibleText } from '#app/lib/readable-text.ts'
import { ThumbsDown, ThumbsUp } from '#app/ui/icons.tsx'

import { MAX_COMMENT_LENGTH, type ReplyRating } from '../chat-events.ts'

export type RatingTexts = Record<
  | 'rate'
  | 'helpful'
  | 'unhelpful'
  | 'comment'
  | 'commentPlaceholder'
  | 'sendComment'
  | 'addComment'
  | 'changeComment',
  string
>

type ChatRatingProps = {
  rating: ReplyRating | null
  texts: RatingTexts
  onRate: (rating: ReplyRating | null) => Promise<boolean>
}

const choices = [
  { rating: 'helpful', Icon: ThumbsUp },
  { rating: 'unhelpful', Icon: ThumbsDown },
] as const

/** Two buttons, and a comment field once one is pressed. Pressing it again removes the rating. */
export function ChatRating({ rating, texts, onRate }: ChatRatingProps) {
  const [isWriting, setWriting] = useState(false)
  const pressed = useRef<HTMLButtonElement>(null)
  const comment = rating ? rating.comment : ''

  function choose(choice: ReplyRating['rating']): void {
    const isPressed = rating?.rating === choice
    setWriting(!isPressed)
    void onRate(isPressed ? null : { rating: choice, comment })
  }

  async function send(typed: string): Promise<void> {
    if (!rating || !(await onRate({ ...rating, comment: typed }))) return
    setWriting(false)
    pressed.current?.focus()
  }

  return (
    <div className="grid max-w-[88%] gap-2 text-xs">
      <div className="flex items-center gap-1">
        <div role="group" aria-label={texts.rate} className="flex gap-1">
          {choices.map(({ rating: choice, Icon }) => (
            <button
              key={choice}
              ref={rating?.rating === choice ? pressed : undefined}
              type="button"
              aria-label={texts[choice]}
              title={texts[choice]}
              aria-pressed={rating?.rating === choice}
              onClick={() => choose(choice)}
              className="chat-thumb"
            >
              <Icon aria-hidden className={cx('size-4', rating?.rating === choice && 'fill-current')} />
            </button>
          ))}
        </div>
        {rating && !isWriting ? (
          <button type="button" onClick={() => setWriting(true)} className="min-h-6 px-1 underline">
            {comment === '' ? texts.addComment : texts.changeComment}
          </button>
        ) : null}
      </div>
      {rating && isWriting ? <CommentForm first={comment} texts={texts} onSend={send} /> : null}
      {comment !== '' && !isWriting ? (
        <p
          dir="auto"
          className="border-s-2 border-line-strong ps-2 break-words whitespace-pre-wrap text-secondary"
        >
          {visibleText(comment)}
        </p>
      ) : null}
    </div>
  )
}

type CommentFormProps = { first: string; texts: RatingTexts; onSend: (comment: string) => Promise<void> }

function CommentForm({ first, texts, onSend }: CommentFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const comment = new FormData(event.currentTarget).get('comment')
    setSending(true)
    await onSend(typeof comment === 'string' ? comment.trim() : '')
    setSending(false)
  }

  return (
    <form ref={form} onSubmit={(event) => void onSubmit(event)} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {texts.comment}
      </label>
      <textarea
        id={id}
        name="comment"
        rows={2}
        maxLength={MAX_COMMENT_LENGTH}
        defaultValue={first}
        placeholder={texts.commentPlaceholder}
        dir="auto"
        className="chat-input"
      />
      <button type="submit" disabled={isSending} className="chat-chip justify-self-start">
        {texts.sendComment}
      </button>
    </form>
  )
}

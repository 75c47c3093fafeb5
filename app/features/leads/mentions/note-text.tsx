import { splitAtMentions } from './find-mentions.ts'

export function NoteText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {splitAtMentions(text, mentions).map((piece, n) =>
        piece.isMention ? (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have nothing but their order
          <strong key={n} className="rounded-sm bg-accent/15 px-0.5 font-medium">
            <bdi>{piece.text}</bdi>
          </strong>
        ) : (
          piece.text
        ),
      )}
    </p>
  )
}

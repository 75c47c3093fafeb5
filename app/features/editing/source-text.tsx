type SourceTextProps = {
  /** Of the text, in English. */
  name: string
  source: string
  /** The source's text from which the translation was made; null for one that is missing. */
  before: string | null
  isOld: boolean
  /** Whether the translation is still the source's text. */
  isSame?: boolean
  onOpen: () => void
}

/** A text of the source in a list of them, with what changed in it. A press leads to its translation. */
export function SourceText({ name, source, before, isOld, isSame = false, onOpen }: SourceTextProps) {
  return (
    <div>
      <dt lang="en" dir="ltr" className="text-xs text-muted">
        {name}
        {isOld ? (
          <strong className="ml-2 text-warning">{before === null ? 'missing' : 'out of date'}</strong>
        ) : isSame ? (
          <span className="ml-2">not translated</span>
        ) : null}
      </dt>
      <dd>
        <button
          type="button"
          onClick={onOpen}
          className="w-full text-start wrap-anywhere whitespace-pre-line"
        >
          {isOld && before !== null && before !== source ? (
            <del className="block text-muted">{before}</del>
          ) : null}
          {source}
        </button>
      </dd>
    </div>
  )
}

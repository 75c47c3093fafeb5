import { Users } from './icons.tsx'
import { useLiveRecord } from './use-live.ts'

export function Viewers({ names }: { names: readonly string[] }) {
  const list = new Intl.ListFormat('en').format(names)
  return (
    <p aria-live="polite" className="flex min-w-0 items-center gap-1.5 wrap-anywhere">
      {names.length > 0 ? (
        <>
          <Users aria-hidden className="size-4 shrink-0" />
          <span>
            <bdi>{list}</bdi> {names.length === 1 ? 'is' : 'are'} viewing this
          </span>
        </>
      ) : null}
    </p>
  )
}

/** Keeps the page of a record up to date, and is all that is rendered again while its data loads. */
export function LiveViewers({ path }: { path: string }) {
  return <Viewers names={useLiveRecord(path).viewers} />
}

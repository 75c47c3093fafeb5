import { useRef, useState } from 'react'

import { fileSize } from '#app/lib/question-files.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { fieldControl } from '#app/ui/field.tsx'
import { Plus, X } from '#app/ui/icons.tsx'

type ReplyAttachmentsProps = { error: string | undefined; onChoose: (files: readonly File[]) => void }

/** Files that are chosen later are added to those chosen before. */
export function ReplyAttachments({ error, onChoose }: ReplyAttachmentsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  function keep(next: readonly File[]): void {
    const list = new DataTransfer()
    for (const file of next) list.items.add(file)
    if (input.current) input.current.files = list.files
    setFiles(next)
    onChoose(next)
  }
  return (
    <>
      <span
        title="Up to 10 MB in total."
        className={buttonClass({
          tone: 'quiet',
          size: 'sm',
          className: 'relative has-focus-visible:outline-2 has-focus-visible:outline-accent',
        })}
      >
        <Plus aria-hidden className="size-4" />
        <span aria-hidden>Add file</span>
        <input
          ref={input}
          {...fieldControl('reply-files', error)}
          aria-label="Add file to the attachments, up to 10 MB in total"
          type="file"
          name="files"
          multiple
          onChange={({ currentTarget }) => keep([...files, ...(currentTarget.files ?? [])])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </span>
      {files.length > 0 ? (
        <ul aria-label="Chosen files" className="flex basis-full flex-wrap gap-x-4 px-3 text-sm">
          {files.map((file, at) => (
            <li key={at} className="flex min-w-0 items-center gap-2">
              <bdi className="truncate">{file.name}</bdi>
              <span className="shrink-0 text-muted tabular-nums">{fileSize(file.size)}</span>
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => keep(files.filter((each) => each !== file))}
                className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-full text-muted hover:text-primary"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {error ? (
        <p id="reply-files-error" className="basis-full px-3 text-sm text-danger">
          {error}
        </p>
      ) : null}
    </>
  )
}

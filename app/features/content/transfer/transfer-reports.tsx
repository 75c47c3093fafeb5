import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { Spinner } from '#app/ui/spinner.tsx'

import type { TransferState } from './transfer-progress.server.ts'

const POLL_EVERY = 1000

/** Shows progress or outcome of each transfer. @param loaded the transfers at page load */
export function TransferReports({
  loaded,
  kinds,
}: {
  loaded: readonly TransferState[]
  kinds: readonly TransferState['kind'][]
}) {
  return useTransfers(loaded)
    .filter(({ kind }) => kinds.includes(kind))
    .map((transfer) => <TransferReport key={transfer.id} transfer={transfer} />)
}

function TransferReport({ transfer }: { transfer: TransferState }) {
  const { id, kind, name, state, summary, faults } = transfer
  if (isOpen(transfer)) return <Progress transfer={transfer} />
  return (
    <div className="grid gap-3">
      <p className="font-medium">
        <bdi className="break-all text-secondary">{name}</bdi>: {summary}
      </p>
      {faults.length > 0 ? (
        <ul aria-label="What is wrong" className="grid gap-2 text-sm break-words text-secondary">
          {faults.map((fault, index) => (
            <li key={index}>{fault}</li>
          ))}
        </ul>
      ) : null}
      {kind === 'site' && state === 'done' ? (
        <Link to={`/admin/transfer/${id}`} className="text-primary underline underline-offset-4">
          See what was found
        </Link>
      ) : null}
    </div>
  )
}

function isOpen({ state }: TransferState): boolean {
  return state === 'uploading' || state === 'waiting'
}

function Progress({ transfer: { kind, name, state, total, done } }: { transfer: TransferState }) {
  const unit = kind === 'site' ? 'pages read' : 'steps done'
  const begun = state === 'uploading' ? 'It is being uploaded.' : 'It is being read.'
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        {total === null ? begun : `${done} of ${total} ${unit}`}
      </p>
      <progress
        aria-label={`Progress of ${name}`}
        className="h-2 w-full accent-accent"
        {...(total === null ? {} : { value: done, max: Math.max(total, 1) })}
      />
      {state === 'waiting' ? (
        <p className="text-sm text-secondary">It continues if you leave this page.</p>
      ) : null}
    </div>
  )
}

function useTransfers(loaded: readonly TransferState[]): readonly TransferState[] {
  const [seen, setSeen] = useState({ loaded, transfers: loaded })
  const transfers = seen.loaded === loaded ? seen.transfers : loaded
  const isUnderWay = transfers.some(isOpen)

  useEffect(() => {
    if (!isUnderWay) return undefined
    const abort = new AbortController()
    const timer = setInterval(() => {
      if (!document.hidden)
        void askForTransfers(abort.signal).then((fresh) => fresh && setSeen({ loaded, transfers: fresh }))
    }, POLL_EVERY)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [isUnderWay, loaded])
  return transfers
}

/** Returns null if the server does not answer, for example during a restart. */
async function askForTransfers(signal: AbortSignal): Promise<TransferState[] | null> {
  try {
    const response = await fetch('/admin/transfer/transfers', { signal })
    return response.ok ? ((await response.json()) as { transfers: TransferState[] }).transfers : null
  } catch {
    return null
  }
}

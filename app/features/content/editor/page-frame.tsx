import { useEffect, useRef, useState } from 'react'

import type { Blocks } from './editor-state.ts'
import { type FrameEvents, listenIn, takeFrame } from './frame-document.ts'

/** Milliseconds between a change in the form and the next render. */
const PAUSE = 150
const RETRY = 4000

export const frameWidths = { phone: 390, tablet: 820, desktop: 1280 } as const
export type FrameWidth = keyof typeof frameWidths

type PageFrameProps = {
  address: string
  blocks: Blocks
  chosen: string | null
  width: FrameWidth
  events: FrameEvents
}

/** The page as it will be, rendered on the server. Typed text shows at once; other changes are fetched. */
export function PageFrame({ address, blocks, chosen, width, events }: PageFrameProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const taken = useRef<ReturnType<typeof takeFrame>>(null)
  const held = useRef<Document>(null)
  const heard = useRef(events)
  const state = useRef({ blocks, chosen, isTyped: false, isStale: false, isPointed: false, isAwaited: false })
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    heard.current = events
    state.current.chosen = chosen
  })

  function take(): void {
    const page = iframe.current?.contentDocument
    if (!page?.querySelector('main') || page === held.current) return
    held.current = page
    taken.current = takeFrame(page)
    taken.current.choose(state.current.chosen, false)
    listenIn(page, {
      onChoose: (id) => {
        state.current.isPointed = true
        heard.current.onChoose(id)
      },
      onText: (place, text) => {
        state.current.isTyped = true
        taken.current?.touch(place)
        heard.current.onText(place, text)
      },
      onField: (place) => heard.current.onField(place),
      onUndo: () => heard.current.onUndo(),
      onRedo: () => heard.current.onRedo(),
    })
  }

  // The frame may have loaded before this script.
  useEffect(() => {
    if (iframe.current?.contentDocument?.readyState === 'complete') take()
    // Only after the first render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    state.current.isAwaited = taken.current?.choose(chosen, !state.current.isPointed) === false
    state.current.isPointed = false
  }, [chosen])

  useEffect(() => {
    const { blocks: before, isTyped } = state.current
    state.current.blocks = blocks
    state.current.isTyped = false
    if (before === blocks || (isTyped && !state.current.isStale)) return
    state.current.isStale = true
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const showIn = (milliseconds: number) => {
      timer = setTimeout(async () => {
        try {
          const page = await render(address, blocks, abort.signal)
          // Only now: the frame may have loaded meanwhile.
          taken.current?.show(page, blocks)
          taken.current?.choose(state.current.chosen, state.current.isAwaited)
          state.current.isAwaited = false
          state.current.isStale = false
          setFailed(false)
        } catch {
          if (abort.signal.aborted) return
          setFailed(true)
          showIn(RETRY)
        }
      }, milliseconds)
    }
    showIn(PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [address, blocks])

  return (
    <Scaled width={frameWidths[width]}>
      {(style) => (
        <>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its policy forbids scripts, and in a sandbox WebKit would not call our listeners */}
          <iframe ref={iframe} title="Page" src={address} onLoad={take} style={style} className="bg-ink" />
          {isFailed ? (
            <p role="alert" className="absolute inset-x-4 bottom-4 rounded-md bg-overlay p-3 text-sm">
              The preview cannot show your last change.
            </p>
          ) : null}
        </>
      )}
    </Scaled>
  )
}

async function render(address: string, blocks: Blocks, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify({ blocks }),
    headers: { 'content-type': 'application/json' },
    signal,
  })
  if (!response.ok) throw new Error(String(response.status))
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

type FrameStyle = { width: number; height: string; transform: string; transformOrigin: string; left: number }
type ScaledProps = { width: number; children: (style: FrameStyle) => React.ReactNode }

/** Scales a page of a given width to the available space. */
function Scaled({ width, children }: ScaledProps) {
  const room = useRef<HTMLDivElement>(null)
  const [given, setGiven] = useState(width)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setGiven(entry.contentRect.width)
    })
    if (room.current) observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, given / width)
  const left = Math.max(0, (given - width) / 2)
  return (
    <div
      ref={room}
      className="relative h-full min-h-0 w-full overflow-hidden bg-overlay [&>iframe]:absolute [&>iframe]:top-0"
    >
      {children({
        width,
        height: `${100 / scale}%`,
        transform: `scale(${scale})`,
        transformOrigin: 'top left',
        left,
      })}
    </div>
  )
}

import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

readAnswersWhole()
renderLocationsOnce()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

/**
 * React Router leaves an error unhandled if a streamed response is aborted midway (decodeViaTurboStream). A response
 * that is read whole fails where it is awaited.
 */
function readAnswersWhole(): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const response = await send(input, init)
    const isRouterData = response.headers.get('content-type')?.startsWith('text/x-script')
    return isRouterData ? new Response(await response.arrayBuffer(), response) : response
  }
}

type Subscriber = (...update: unknown[]) => void

/**
 * HydratedRouter stores each new location outside of the transition that renders it, so that all links are rendered
 * once more, at once. This puts both into one transition.
 */
function renderLocationsOnce(): void {
  let router: { subscribe: (subscriber: Subscriber) => () => void } | undefined
  Object.defineProperty(window, '__reactRouterDataRouter', {
    get: () => router,
    set(created: NonNullable<typeof router>) {
      router = created
      const subscribe = created.subscribe.bind(created)
      created.subscribe = (subscriber) =>
        subscribe((...update) => startTransition(() => subscriber(...update)))
    },
  })
}

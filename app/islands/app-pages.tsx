import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

readAnswersWhole()
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

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
 * React Router does not handle the failure of an answer that is aborted between its first bytes and its end
 * (decodeViaTurboStream). An answer that is read whole fails where it is awaited.
 */
function readAnswersWhole(): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const response = await send(input, init)
    const isRouterData = response.headers.get('content-type')?.startsWith('text/x-script')
    return isRouterData ? new Response(await response.arrayBuffer(), response) : response
  }
}

import { fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'

import type { Route } from './+types/stop-client-mails.route.ts'
import { describeStop, stopClientMails } from './client-addresses.server.ts'
import { clientLinks, clientMeta, ClientRefusal } from './client-page.tsx'
import { speaksToClient } from './in-client-language.server.ts'
import { clientsTexts } from './messages.ts'

export const handle: PageHandle = { app: true, still: true }

export const middleware: Route.MiddlewareFunction[] = [speaksToClient]

/** Only asks, because mail scanners open links. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { isStopped, name } = await describeStop(ctx, linkOf(request))
    return { isStopped, name, texts: (await wordedTexts(ctx, clientsTexts)).stop }
  })
}

/** Also takes the press in a mail program (RFC 8058), which follows no redirect. */
export const action = singleFormAction(
  { schema: anyFields, run: async (ctx, _fields, { request }) => stopClientMails(ctx, linkOf(request)) },
  { paced: true },
)

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url)
  return { address: String(searchParams.get('address')), key: String(searchParams.get('key')) }
}

export const links = clientLinks

export function meta({ loaderData, error }: Route.MetaArgs) {
  return clientMeta(loaderData?.texts.title, error)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ClientRefusal error={error} />
}

export default function StopClientMailsRoute({
  loaderData: { isStopped, name, texts },
}: Route.ComponentProps) {
  return (
    <main className="theme-auto min-h-dvh text-[0.95rem]">
      <AdminPage title={isStopped ? texts.done : texts.title}>
        {isStopped ? null : (
          <>
            <p>{fill(texts.text, { name })}</p>
            <form method="post">
              <Button type="submit" tone="solid">
                {texts.confirm}
              </Button>
            </form>
          </>
        )}
      </AdminPage>
    </main>
  )
}

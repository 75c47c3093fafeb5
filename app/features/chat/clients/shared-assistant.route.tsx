import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Fact } from '#app/ui/fact.tsx'
import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { iconLinks } from '#app/ui/page-meta.ts'
import { Time } from '#app/ui/time.tsx'

import type { Route } from './+types/shared-assistant.route.ts'
import { readClientTranscript, readClientView } from './read-client-view.server.ts'
import styles from './shared-assistant.css?url'

export const handle: PageHandle = { app: true }

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { searchParams } = new URL(request.url)
    const opening = { id: params.id, key: String(searchParams.get('key')) }
    const page = Math.min(9999, Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1))
    const asked = searchParams.get('conversation')
    return {
      view: await readClientView(ctx, opening, page),
      transcript: asked === null ? null : await readClientTranscript(ctx, opening, asked),
      key: opening.key,
    }
  })
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
  ]
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.view.name ?? 'Assistant' }, { name: 'robots', content: 'noindex' }]
}

export function ErrorBoundary() {
  return (
    <main className="theme-auto grid min-h-dvh content-center justify-items-center gap-4 px-5 text-center">
      <h1 className="text-2xl font-semibold">Not found</h1>
      <p className="max-w-md text-secondary">
        This link no longer works. Please ask the person who sent it for a new one.
      </p>
    </main>
  )
}

const LINK = 'underline underline-offset-4'
const speakers = { visitor: 'Visitor', assistant: 'Assistant', owner: 'Team' } as const

export default function SharedAssistantRoute({
  loaderData: { view, transcript, key },
}: Route.ComponentProps) {
  const { name, timeZone, days, figures, conversations, paging, questions } = view
  const rated = figures.helpful + figures.unhelpful
  const pathOf = (query: Record<string, string>) => `?${new URLSearchParams({ key, ...query })}`
  return (
    <main className="theme-auto min-h-dvh text-[0.95rem]">
      <AdminPage title={<bdi>{name}</bdi>}>
        {transcript ? (
          <section aria-label="Conversation" className="grid gap-4">
            <p>
              <a href={pathOf({})} className={LINK}>
                All conversations
              </a>
            </p>
            <ol className="grid gap-3 rounded-lg border border-line bg-raised p-5">
              {transcript.messages.map(({ id, author, at, text }) => (
                <li key={id}>
                  <p className="text-sm text-muted">
                    {speakers[author]}, <Time at={at} timeZone={timeZone} />
                  </p>
                  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {text}
                  </p>
                </li>
              ))}
            </ol>
          </section>
        ) : (
          <>
            <dl aria-label={`The last ${days} days`} className="flex flex-wrap gap-x-8 gap-y-3">
              <Fact name={`Conversations in ${days} days`}>{String(figures.conversations)}</Fact>
              <Fact name="Replies">{String(figures.replies)}</Fact>
              {rated > 0 ? <Fact name="Rated helpful">{`${figures.helpful} of ${rated}`}</Fact> : null}
              <Fact name="Inquiries">{String(figures.inquiries)}</Fact>
            </dl>
            <section aria-labelledby="conversations" className="grid gap-3">
              <h2 id="conversations" className="text-lg font-semibold">
                Conversations
              </h2>
              {conversations.length === 0 ? <p className="text-secondary">None yet.</p> : null}
              <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
                {conversations.map(({ id, at, opening, turns }) => (
                  <li key={id} className="px-4 py-3">
                    <a href={pathOf({ conversation: id })} className={LINK}>
                      <bdi>{opening || 'No message'}</bdi>
                    </a>
                    <p className="text-sm text-muted">
                      <Time at={at} timeZone={timeZone} />, {turns === 1 ? '1 message' : `${turns} messages`}
                    </p>
                  </li>
                ))}
              </ul>
              <p className="flex gap-4">
                {paging.page > 1 ? (
                  <a href={pathOf({ page: String(paging.page - 1) })} className={LINK}>
                    Newer
                  </a>
                ) : null}
                {paging.page < paging.pages ? (
                  <a href={pathOf({ page: String(paging.page + 1) })} className={LINK}>
                    Older
                  </a>
                ) : null}
              </p>
            </section>
            {questions.length === 0 ? null : (
              <section aria-labelledby="questions" className="grid gap-3">
                <h2 id="questions" className="text-lg font-semibold">
                  Unanswered questions
                </h2>
                <ul className="grid list-disc gap-1 ps-5">
                  {questions.map(({ text, at }) => (
                    <li key={`${at} ${text}`} dir="auto">
                      {text}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </AdminPage>
    </main>
  )
}

import { fill, fillCount } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { Time } from '#app/ui/time.tsx'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { Route } from './+types/shared-assistant.route.ts'
import { readClientTranscript, readClientView } from './read-client-view.server.ts'
import { clientLinks, clientMeta, ClientRefusal } from './client-page.tsx'
import { speaksToClient } from './in-client-language.server.ts'
import { clientsTexts } from './messages.ts'

export const handle: PageHandle = { app: true, still: true }

export const middleware: Route.MiddlewareFunction[] = [speaksToClient]

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
      texts: (await wordedTexts(ctx, clientsTexts)).page,
      locale: (await ctx.site(ctx)).language,
    }
  })
}

export const links = clientLinks

export function meta({ loaderData, error }: Route.MetaArgs) {
  return clientMeta(loaderData?.view.name, error)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ClientRefusal error={error} />
}

const LINK = 'underline underline-offset-4'

export default function SharedAssistantRoute({
  loaderData: { view, transcript, key, texts, locale },
}: Route.ComponentProps) {
  const { name, timeZone, days, figures, conversations, paging, questions } = view
  const rated = figures.helpful + figures.unhelpful
  const count = new Intl.NumberFormat(locale)
  const inDays = { days: count.format(days) }
  const pathOf = (query: Record<string, string>) => `?${new URLSearchParams({ key, ...query })}`
  return (
    <main className="theme-auto min-h-dvh text-[0.95rem]">
      <AdminPage title={<bdi>{name}</bdi>}>
        {transcript ? (
          <section aria-label={texts.conversation} className="grid gap-4">
            <p>
              <a href={pathOf({})} className={LINK}>
                {texts.all}
              </a>
            </p>
            <ol className="grid gap-3 rounded-lg border border-line bg-raised p-5">
              {transcript.messages.map(({ id, author, at, text }) => (
                <li key={id}>
                  <p className="text-sm text-muted">
                    {texts[author]} · <Time at={at} timeZone={timeZone} locale={locale} />
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
            <dl aria-label={fill(texts.lastDays, inDays)} className="flex flex-wrap gap-x-8 gap-y-3">
              <Fact name={fill(texts.conversationsInDays, inDays)}>
                {count.format(figures.conversations)}
              </Fact>
              <Fact name={texts.replies}>{count.format(figures.replies)}</Fact>
              {rated > 0 ? (
                <Fact name={texts.helpful}>
                  {fill(texts.ofRated, {
                    helpful: count.format(figures.helpful),
                    rated: count.format(rated),
                  })}
                </Fact>
              ) : null}
              <Fact name={texts.inquiries}>{count.format(figures.inquiries)}</Fact>
            </dl>
            <section aria-labelledby="conversations" className="grid gap-3">
              <h2 id="conversations" className="text-lg font-semibold">
                {texts.conversations}
              </h2>
              {conversations.length === 0 ? <p className="text-secondary">{texts.none}</p> : null}
              <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
                {conversations.map(({ id, at, opening, turns }) => (
                  <li key={id} className="px-4 py-3">
                    <a href={pathOf({ conversation: id })} className={LINK}>
                      <bdi>{opening || texts.noMessage}</bdi>
                    </a>
                    <p className="text-sm text-muted">
                      <Time at={at} timeZone={timeZone} locale={locale} /> ·{' '}
                      {fillCount(texts.messages, turns, { locale })}
                    </p>
                  </li>
                ))}
              </ul>
              <p className="flex gap-4">
                {paging.page > 1 ? (
                  <a href={pathOf({ page: String(paging.page - 1) })} className={LINK}>
                    {texts.newer}
                  </a>
                ) : null}
                {paging.page < paging.pages ? (
                  <a href={pathOf({ page: String(paging.page + 1) })} className={LINK}>
                    {texts.older}
                  </a>
                ) : null}
              </p>
            </section>
            {questions.length === 0 ? null : (
              <section aria-labelledby="questions" className="grid gap-3">
                <h2 id="questions" className="text-lg font-semibold">
                  {texts.questions}
                </h2>
                <ul className="grid list-disc gap-1 ps-5">
                  {questions.map(({ text, at }) => (
                    <li key={`${at} ${text}`}>
                      <bdi>{text}</bdi>
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

import { redirect } from 'react-router'

import { type AskedFor, AskedForProvider } from '#app/features/content/around.tsx'
import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { postedFile, receiveFile } from '#app/features/leads/files/receive-file.server.ts'
import { inquiryLimits, toSending, withFileAgain } from '#app/features/leads/inquiry-request.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { type FormAnswer, formError } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'

import { contentPageMeta, ContentPageView } from '../page/content-page.tsx'
import { findPage } from '../page/find-page.server.ts'

import type { Route } from './+types/contact.route.ts'
import { findAskedFor } from './asked-for.ts'

/** The owner can edit this page but not move it, because all contact forms post to its address. */
export function loader({ url, request, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [found, { services }] = await Promise.all([findPage(ctx, url), readContent(ctx)])
    const page = found ?? (ctx.language === null ? null : await inMainLanguage(ctx, request))
    if (!page) throw new AppError('not-found', 'There is no contact page.')
    return { page, askedFor: findAskedFor(url.searchParams, services) }
  })
}

/** Returns the main language's page for a form that was sent. @throws {Response} that leads readers to it. */
async function inMainLanguage(ctx: Ctx, request: Request): Promise<ContentPage | undefined> {
  const main = { ...ctx, language: null }
  const { publicUrl } = await ctx.site(main)
  if (request.method === 'GET') throw redirect(`${publicUrl}/contact${new URL(request.url).search}`)
  return (await readContent(main)).pages.get('/contact')
}

/** Handles forms sent without script: redirects to a thank-you page, or returns the input with its errors. */
export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { request, visit, posted }) {
      const sending = await toSending(ctx, fields, request, visit)
      const file = await receiveFile(ctx, postedFile(posted), visit.clientAddress)
      try {
        await submitInquiry(ctx, { ...sending, file, asks: 'required' })
      } catch (error) {
        throw await withFileAgain(ctx, error, file)
      }
      return redirect('/contact/thank-you', 303)
    },
  },
  { paced: true, ...inquiryLimits },
)

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? contentPageMeta(matches, loaderData.page) : []
}

export default function ContactRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page, askedFor } = loaderData
  return (
    <AskedForProvider value={actionData ? sentAgain(actionData) : askedFor}>
      <ContentPageView page={page} />
    </AskedForProvider>
  )
}

function sentAgain(answered: Pick<FormAnswer, 'typed' | 'error' | 'errors'>): AskedFor {
  const { service, service_id: serviceId, plan } = answered.typed
  const refusal = formError(answered)
  return {
    ...(service && { service }),
    ...(serviceId && { serviceId }),
    ...(plan && { plan }),
    values: answered.typed,
    errors: answered.errors,
    ...(refusal && { refusal }),
  }
}

import { data, redirect } from 'react-router'

import { AskedForProvider } from '#app/features/content/around.tsx'
import { readContent } from '#app/features/content/site-content.server.ts'
import { readInquiryFields, toSending } from '#app/features/leads/inquiry-request.server.ts'
import type { InquiryField } from '#app/features/leads/lead-fields.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { answer, retryHeaders } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import { contentPageMeta, ContentPageView } from '../page/content-page.tsx'
import { findPage } from '../page/find-page.server.ts'

import type { Route } from './+types/contact.route.ts'
import { findAskedFor } from './asked-for.ts'

/** The page itself is the owner's; its address is not, for all contact forms are sent to it. */
export function loader({ request, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [page, { services }] = await Promise.all([findPage(ctx, request), readContent(ctx)])
    if (!page) throw new AppError('not-found', 'There is no contact page.')
    return { page, askedFor: findAskedFor(new URL(request.url).searchParams, services) }
  })
}

/** The form without script: on to a page of thanks, or back with what was typed and what is wrong with it. */
export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const visit = context.get(visitContext)
    const values = await readInquiryFields(ctx, request, visit)
    try {
      await submitInquiry(ctx, await toSending(ctx, values, request, visit))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const errors: Partial<Record<InquiryField, string>> = error instanceof FieldErrors ? error.fields : {}
      const refusal = error instanceof FieldErrors ? undefined : error.message
      return data({ values, errors, refusal }, { status: error.status, headers: retryHeaders(error) })
    }
    return redirect('/contact/thank-you', 303)
  })
}

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

type Refused = {
  values: Readonly<Record<string, string>>
  errors: Partial<Record<InquiryField, string>>
  refusal: string | undefined
}

function sentAgain({ values, errors, refusal }: Refused) {
  const { service, plan } = values
  return { ...(service && { service }), ...(plan && { plan }), values, errors, ...(refusal && { refusal }) }
}

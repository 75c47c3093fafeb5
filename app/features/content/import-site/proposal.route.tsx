import { Form, Link } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { Route } from './+types/proposal.route.ts'
import { chosenOf, getProposal, keepProposal } from './keep-proposal.server.ts'
import { ProposedPages, ProposedPosts } from './proposed-drafts.tsx'
import { ProposedFacts, ProposedLook, ReadPages } from './proposed-facts.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { logoFile, ...proposal } = await getProposal(ctx, params.id)
    // The page does not need the file's bytes, up to 512 KB.
    return { ...proposal, logoFile: logoFile && { ...logoFile, bytes: '' } }
  })
}

export const action = formAction({
  keep: form({
    schema: z.looseObject({ id: z.string() }),
    run: (ctx, { id }, { posted }) => keepProposal(ctx, { id, chosen: chosenOf(posted) }),
    toast: ({ kept }) => ({
      title: 'Kept',
      text: `${kept} ${kept === 1 ? 'draft or fact was' : 'drafts and facts were'} created. Nothing was published.`,
    }),
    rejected: 'Not kept',
  }),
})

export function meta() {
  return [{ title: 'What was found · Admin' }]
}

export default function ProposalRoute({ loaderData: proposal, params }: Route.ComponentProps) {
  const { address, name, pages, posts, facts } = proposal
  return (
    <AdminPage title="What was found">
      <BackLink to="/admin/transfer" name="Transfer" />
      <p className="max-w-3xl text-secondary">
        On <bdi className="break-all">{address}</bdi>
        {name ? ` (${name.text})` : ''}. Every text is quoted as it appears there, with a link to its page.
        What you keep becomes a draft, which nobody sees until you publish it.
      </p>
      <Form method="post" aria-label="What was found" className="grid max-w-5xl gap-10">
        <FormFields>
          <ProposedPages pages={pages} />
          <ProposedPosts posts={posts} />
          <ProposedFacts facts={facts} />
          <Button type="submit" name="intent" value="keep" tone="solid" className="justify-self-start">
            Keep the selected items
          </Button>
        </FormFields>
      </Form>
      <ProposedLook id={params.id} proposal={proposal} />
      <ReadPages proposal={proposal} />
      <p className="text-secondary">
        Drafts of pages are listed under{' '}
        <Link to="/admin/pages" className="text-primary underline underline-offset-4">
          Pages
        </Link>
        .
      </p>
    </AdminPage>
  )
}

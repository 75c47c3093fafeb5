import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { listMentionable } from '#app/features/leads/mentions/mentions.server.ts'
import { AddressTaken, correctPersonAddress } from '#app/features/leads/persons/correct-address.server.ts'
import { statusNames, statusTone } from '#app/features/leads/lead-status.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { isPrefetch } from '#app/platform/http/is-prefetch.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { type ListAndDetailHandle, openAhead } from '#app/ui/list-and-detail.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ShieldAlert, Trash2 } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { addPersonNote, changePerson } from '../change-person.server.ts'
import { deletePerson } from '../delete-person.server.ts'
import { getPerson } from '../get-person.server.ts'
import { mergeByAddress, mergePeople, setApart, unmergePerson } from '../merge-people.server.ts'

import type { Route } from './+types/person.route.ts'
import { PersonAddresses } from './person-addresses.tsx'
import { PersonDetails } from './person-details.tsx'
import { PersonMerges } from './person-merges.tsx'
import { PersonTimeline } from './person-timeline.tsx'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [detail, mentionable] = await Promise.all([getPerson(ctx, params.id), listMentionable(ctx)])
    if (detail.person.id !== params.id && !isPrefetch(request))
      throw redirect(`/admin/people/${detail.person.id}`)
    return { ...detail, names: mentionable.map(({ name }) => name) }
  })
}

const byId = z.object({ id: z.string() })
const withOther = byId.extend({ other: textField })

export const action = formAction({
  details: form({
    schema: byId.extend({ name: textField, phone: textField, company: textField }),
    run: changePerson,
    toast: { title: 'Saved' },
  }),
  address: form({
    schema: byId.extend({ address: textField, email: textField }),
    run: async (ctx, input) => {
      await correctPersonAddress(ctx, input)
      return { taken: null }
    },
    toast: { title: 'Address corrected', text: 'Mails now go to the corrected address.' },
    onRejected: (_ctx, error) => ({ taken: error instanceof AddressTaken ? error.holder : null }),
  }),
  note: form({ schema: byId.extend({ note: textField }), run: addPersonNote }),
  merge: form({ schema: withOther, run: mergePeople, toast: { title: 'Merged' } }),
  'merge-address': form({
    schema: byId.extend({ otherAddress: textField }),
    run: mergeByAddress,
    toast: { title: 'Merged' },
  }),
  unmerge: form({
    schema: z.object({ merged: textField }),
    run: unmergePerson,
    toast: { title: 'Merge undone' },
  }),
  apart: form({ schema: withOther, run: setApart }),
  delete: form({
    schema: byId,
    async run(ctx, { id }) {
      const deletion = await deletePerson(ctx, id)
      return redirect(`/admin/people?deletion=${deletion.id}`)
    },
  }),
})

export const clientLoader = openAhead<Awaited<ReturnType<typeof loader>>>

export const handle: ListAndDetailHandle = { detailOf: { list: '/admin/people', title: 'People' } }

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData ? nameOf(loaderData) : 'Person'} · Admin` }]
}

type Detail = Route.ComponentProps['loaderData']

function nameOf({ person, addresses }: Pick<Detail, 'person' | 'addresses'>): string {
  return person.name || addresses[0]?.shown || 'Without a name'
}

export default function PersonRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { person, merged, addresses, openLeads, proposals, timeline, hasMore } = loaderData
  const errorsOf = (intent: string) => (actionData?.intent === intent ? actionData.errors : {})
  const name = nameOf(loaderData)
  const hasInquiry = timeline.some(({ kind }) => kind === 'inquiry')
  return (
    <AdminPage title={<bdi>{name}</bdi>} actions={hasInquiry ? <EraseLink /> : <DeleteButton />}>
      <BackLink to="/admin/people" name="All people" />
      <div className="grid items-start gap-6 @min-[46rem]:grid-cols-[1fr_20rem]">
        <div className="grid min-w-0 gap-6">
          <OpenLeads leads={openLeads} />
          <PersonTimeline
            personId={person.id}
            timeline={timeline}
            names={loaderData.names}
            hasMore={hasMore}
            error={errorsOf('note')['note']}
          />
        </div>
        <div className="grid min-w-0 gap-6">
          <PersonAddresses
            addresses={addresses}
            errors={errorsOf('address')}
            taken={actionData?.value?.taken ?? null}
          />
          <PersonDetails key={JSON.stringify(person)} person={person} errors={errorsOf('details')} />
          <PersonMerges
            proposals={proposals}
            merged={merged}
            addresses={addresses}
            error={errorsOf('merge-address')['otherAddress']}
          />
        </div>
      </div>
    </AdminPage>
  )
}

function OpenLeads({ leads }: { leads: Detail['openLeads'] }) {
  const { timeZone, now } = useAdminShell()
  if (leads.length === 0) return null
  return (
    <section aria-labelledby="open-title" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="open-title" className="mb-3 text-sm font-medium text-muted">
        Open leads
      </h2>
      <ul className="grid gap-2">
        {leads.map((lead) => (
          <li key={lead.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={statusTone[lead.status]}>{statusNames[lead.status]}</Badge>
            <Link to={`/admin/leads/${lead.id}`} className="underline underline-offset-4">
              {[lead.service, lead.plan].filter(Boolean).join(', ') || 'Inquiry'}
            </Link>
            <span className="text-sm text-muted">
              <Time at={lead.created_at} timeZone={timeZone} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The link leads to Privacy, because a person with inquiries is erased together with them. */
function EraseLink() {
  return (
    <Link to="/admin/privacy" className={buttonClass({ tone: 'outline', size: 'md' })}>
      <ShieldAlert aria-hidden className="size-4" />
      Export or erase
    </Link>
  )
}

function DeleteButton() {
  return (
    <Form method="post">
      <FormFields>
        <Button type="submit" name="intent" value="delete" tone="danger">
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </FormFields>
    </Form>
  )
}

import { Form, Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ArrowDown, ArrowUp, Plus } from '#app/ui/icons.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import { downForm, upForm } from '../admin/page-forms.server.ts'
import { stateNames, stateTones } from '../admin/page-names.ts'
import { SiteSections } from '../site-sections.tsx'

import type { Route } from './+types/services.route.ts'
import { beginServiceForm, listServices } from './services.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, listServices)
}

export const action = formAction({ create: beginServiceForm, up: upForm, down: downForm })

export function meta() {
  return [{ title: 'Services · Admin' }]
}

export default function ServicesRoute({ loaderData: services, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Services">
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        Services appear in this order in the menu, the footer and every list, with the texts of their details.
      </p>
      <Table
        caption="Services"
        head={
          <>
            <HeadCell>Service</HeadCell>
            <HeadCell className="hidden w-2/5 lg:table-cell">What lists say</HeadCell>
            <HeadCell className="hidden w-28 sm:table-cell">State</HeadCell>
            <HeadCell className="w-24 sm:w-40">
              <span className="sr-only">Order and details</span>
            </HeadCell>
          </>
        }
      >
        {services.map((service, at) => (
          <ServiceRow
            key={service.id}
            service={service}
            isFirst={at === 0}
            isLast={at === services.length - 1}
          />
        ))}
      </Table>
      <Form method="post" aria-label="New service" className="flex max-w-2xl flex-wrap items-end gap-3">
        <FormFields>
          <TextField
            id="name"
            name="name"
            label="Name of a new service"
            required
            maxLength={60}
            error={actionData?.errors['name'] ?? actionData?.errors['path']}
            className="min-w-56 flex-1"
          />
          <Button type="submit" name="intent" value="create" tone="solid">
            <Plus aria-hidden className="size-4" />
            New service
          </Button>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

type RowProps = {
  service: Route.ComponentProps['loaderData'][number]
  isFirst: boolean
  isLast: boolean
}

function ServiceRow({ service, isFirst, isLast }: RowProps) {
  const { id, name, path, state, menuText, timeline, price } = service
  const facts = [timeline, price].filter(Boolean).join(' · ')
  return (
    <tr className="align-top">
      <Cell>
        <Link to={`/admin/pages/${id}`} className="block font-medium break-words">
          <bdi>{name}</bdi>
        </Link>
        <span className="hidden text-xs break-all text-muted lg:block">
          {path ?? 'Leads to the contact form'}
        </span>
        <span className="block text-xs text-secondary lg:hidden">{facts}</span>
      </Cell>
      <Cell className="hidden text-sm text-secondary lg:table-cell">
        <span className="block">{menuText}</span>
        <span className="block text-muted">{facts}</span>
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      </Cell>
      <Cell className="text-sm">
        <div className="flex flex-wrap-reverse items-center justify-end gap-x-3">
          <Form method="post" preventScrollReset className="quiet-action -mx-2 -my-1 flex sm:mx-0">
            <FormFields>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="listed" value="service" />
              <MoveButton to="up" name={name} isOff={isFirst} />
              <MoveButton to="down" name={name} isOff={isLast} />
            </FormFields>
          </Form>
          <Link to={`/admin/pages/${id}/details`}>
            Details<span className="sr-only"> of {name}</span>
          </Link>
        </div>
      </Cell>
    </tr>
  )
}

function MoveButton({ to, name, isOff }: { to: 'up' | 'down'; name: string; isOff: boolean }) {
  const Icon = to === 'up' ? ArrowUp : ArrowDown
  return (
    <Button
      type="submit"
      name="intent"
      value={to}
      tone="quiet"
      size="sm"
      className="px-2"
      disabled={isOff}
      aria-label={`Move ${name} ${to}`}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}

import { Form, redirect } from 'react-router'
import { z } from 'zod'

import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { addPerson } from '../change-person.server.ts'
import { contactLimits } from '../contact-fields.ts'

import type { Route } from './+types/new-person.route.ts'

export const action = singleFormAction({
  schema: z.object({
    name: textField,
    email: textField,
    phone: textField,
    company: textField,
    note: textField,
  }),
  run: async (ctx, fields) => redirect(`/admin/people/${(await addPerson(ctx, fields)).id}`),
})

export function meta() {
  return [{ title: 'Add person · Admin' }]
}

export default function NewPersonRoute({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Add person">
      <BackLink to="/admin/people" name="All people" />
      <NewPersonForm errors={actionData?.errors ?? {}} />
    </AdminPage>
  )
}

function NewPersonForm({ errors }: { errors: Readonly<Record<string, string>> }) {
  return (
    <Form
      method="post"
      aria-label="Add person"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:grid-cols-2 sm:p-6"
    >
      <FormFields>
        <TextField id="name" name="name" label="Name" maxLength={contactLimits.name} error={errors['name']} />
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          required
          maxLength={contactLimits.email}
          error={errors['email']}
        />
        <TextField
          id="phone"
          name="phone"
          label="Phone"
          type="tel"
          maxLength={contactLimits.phone}
          error={errors['phone']}
        />
        <TextField
          id="company"
          name="company"
          label="Company"
          maxLength={contactLimits.company}
          error={errors['company']}
        />
        <Field id="note" label="Note" error={errors['note']} className="sm:col-span-2">
          <TextArea {...fieldControl('note', errors['note'])} name="note" rows={3} />
        </Field>
        <p className="text-sm text-secondary sm:col-span-2">
          No consent is stored for people who are added here. Make sure that you have a reason to keep their
          data, and tell them.
        </p>
        <Button type="submit" tone="solid" className="justify-self-start">
          Add person
        </Button>
      </FormFields>
    </Form>
  )
}

import { useState } from 'react'
import { Form, Link } from 'react-router'

import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field, TextField, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'

import { type PageKind, pageKinds } from '../page-kinds.ts'
import { suggestedPath } from '../pages/page-path.ts'

import { kindNames } from './page-names.ts'

type NewPageFormProps = {
  copyable: readonly { id: string; name: string }[]
  errors: Readonly<Record<string, string>>
}

/** Suggests the address from the name until somebody types one. */
export function NewPageForm({ copyable, errors }: NewPageFormProps) {
  const [name, setName] = useState(useTyped('name', ''))
  const [kind, setKind] = useState<PageKind>(kindOf(useTyped('kind', 'page')))
  const [typedPath, setTypedPath] = useState<string>(useTyped('path', ''))
  const path = typedPath || (/[\p{Script=Latin}\p{N}]/u.test(name) ? suggestedPath(name, kind) : '')
  return (
    <Form
      method="post"
      action="/admin/pages?new=1"
      aria-label="New page"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
    >
      <FormFields>
        <TextField
          id="name"
          name="name"
          label="Name"
          required
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because somebody asked for it
          autoFocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={errors['name']}
        />
        <TextField
          id="path"
          name="path"
          label="Address"
          hint="If empty, it is made from the name."
          maxLength={120}
          value={path}
          onChange={({ currentTarget }) => setTypedPath(currentTarget.value)}
          error={errors['path']}
        />
        <Field id="kind" label="Kind" error={errors['kind']}>
          <Select
            id="kind"
            name="kind"
            value={kind}
            onChange={({ currentTarget }) => setKind(kindOf(currentTarget.value))}
          >
            {pageKinds.map((each) => (
              <option key={each} value={each}>
                {kindNames[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="copyOf" label="Start as a copy of" error={errors['copyOf']}>
          <Select id="copyOf" name="copyOf" defaultValue="">
            <option value="">An empty page</option>
            {copyable.map((page) => (
              <option key={page.id} value={page.id}>
                {page.name}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex gap-3 sm:col-span-2">
          <Button type="submit" name="intent" value="create" tone="solid">
            Create page
          </Button>
          <Link to="/admin/pages" className={buttonClass({ tone: 'outline', size: 'md' })}>
            Cancel
          </Link>
        </div>
      </FormFields>
    </Form>
  )
}

function kindOf(typed: string): PageKind {
  return pageKinds.find((kind) => kind === typed) ?? 'page'
}

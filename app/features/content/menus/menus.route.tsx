import { useEffect } from 'react'
import { Form, redirect } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import { offerMenus } from '../import-site/offer-look.server.ts'
import { OpenSite, SiteSections } from '../site-sections.tsx'

import type { Route } from './+types/menus.route.ts'
import { MenuGroup, MenuItemFields, MenuList, type MenuPage, RowButtons } from './menu-list.tsx'
import type { StoredMenus } from './menus-schema.ts'
import { MOST_COLUMNS, MOST_IN_COLUMN, MOST_IN_HEADER } from './menu-limits.ts'
import { readMenus, saveMenus } from './save-menus.server.ts'

const fromOf = (request: Request) => new URL(request.url).searchParams.get('from')

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const read = await readMenus(ctx)
    const from = fromOf(request)
    return { ...read, menus: from ? await offerMenus(ctx, from, read) : read.menus, isOffered: from !== null }
  })
}

export const action = formAction(
  {
    save: form({
      schema: anyFields,
      async run(ctx, fields, { request }) {
        const moved = await saveMenus(ctx, fields)
        return fromOf(request) ? redirect('/admin/menus') : moved
      },
      toast: { title: 'Saved', text: 'Every page now shows these menus.' },
      rejected: 'Not saved',
    }),
  },
  { maxFields: 300 },
)

export function meta() {
  return [{ title: 'Menus · Admin' }]
}

export default function MenusRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { menus, pages, isOffered } = loaderData
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage title="Menus" actions={<OpenSite />}>
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        A link follows its page when that moves, shows its name where the label is empty, and hides with it.
      </p>
      {isOffered ? (
        <p role="status" className="max-w-3xl rounded-lg border border-line-strong bg-overlay p-4">
          The header below was filled in from the site that was read. Nothing changes until you save it.
        </p>
      ) : null}
      <Form
        key={JSON.stringify(menus)}
        method="post"
        aria-label="Menus"
        className="grid max-w-4xl grid-cols-1 gap-8"
      >
        <FormFields>
          <input type="hidden" name="intent" value="save" />
          <MovedFocus to={actionData?.value?.focus} />
          {/* Enter in a field submits with the form's first button, which must not move a row. */}
          <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
            Save
          </button>
          <Header menus={menus} pages={pages} errors={errors} />
          <Footer menus={menus} pages={pages} errors={errors} />
          <div>
            <Button type="submit" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}

type PartProps = {
  menus: StoredMenus
  pages: readonly MenuPage[]
  errors: Readonly<Record<string, string>>
}

function Header({ menus, pages, errors }: PartProps) {
  return (
    <MenuGroup title="Header" error={errors['header']}>
      <MenuList
        name="header"
        label="Header link"
        items={menus.header}
        most={MOST_IN_HEADER}
        pages={pages}
        errors={errors}
      />
      <h3 className="text-sm font-medium text-secondary">Button at the end</h3>
      <MenuItemFields
        from="button"
        label="Button"
        item={menus.button}
        pages={pages}
        errors={errors}
        hint="Without a label there is no button."
        withServices={false}
      />
    </MenuGroup>
  )
}

function Footer({ menus, pages, errors }: PartProps) {
  const { columns, blurb, legalLine, since, showsAdmin } = menus
  const shown = columns.length < MOST_COLUMNS ? [...columns, { title: '', items: [] }] : columns
  return (
    <MenuGroup title="Footer" error={errors['columns']}>
      <Field id="blurb" label="Under the logo" error={errors['blurb']}>
        <TextArea
          {...fieldControl('blurb', errors['blurb'])}
          name="blurb"
          rows={2}
          maxLength={300}
          defaultValue={blurb}
        />
      </Field>
      {shown.map(({ title, items }, at) => {
        const from = `columns.${at}`
        const isNew = at === columns.length
        return (
          <fieldset key={at} className="grid min-w-0 gap-4 rounded-md border border-line p-4">
            <legend className="px-1 text-sm font-medium text-secondary">
              {isNew ? 'Another column' : `Column ${at + 1}`}
            </legend>
            <div className="flex flex-wrap items-end gap-3">
              <TextField
                id={`${from}.title`}
                name={`${from}.title`}
                label={isNew ? 'Title of another column' : `Title of column ${at + 1}`}
                maxLength={40}
                defaultValue={title}
                error={errors[`${from}.title`]}
                className="min-w-48 flex-1"
              />
              {isNew ? null : (
                <div className="flex gap-1">
                  <RowButtons from={from} name={`column ${at + 1}`} at={at} of={columns.length} />
                </div>
              )}
            </div>
            <MenuList
              name={`${from}.items`}
              label={isNew ? 'Link of another column' : `Column ${at + 1}, link`}
              items={items}
              most={MOST_IN_COLUMN}
              pages={pages}
              errors={errors}
            />
          </fieldset>
        )
      })}
      <TextField
        id="legalLine"
        name="legalLine"
        label="Legal line"
        hint="{years} stands for the years since the first year below."
        maxLength={200}
        defaultValue={legalLine}
        error={errors['legalLine']}
      />
      <TextField
        id="since"
        name="since"
        label="First year"
        inputMode="numeric"
        defaultValue={since?.toString()}
        error={errors['since']}
        className="max-w-40"
      />
      <label className="flex items-center gap-2">
        <input type="checkbox" name="showsAdmin" defaultChecked={showsAdmin} className="size-5" />
        Show visitors a link to the admin
      </label>
    </MenuGroup>
  )
}

/** Rendered inside the form, which is remounted with the new order. */
function MovedFocus({ to }: { to: string | undefined }) {
  useEffect(() => {
    if (to !== undefined) focusMoved(to)
  }, [to])
  return null
}

/** Focuses the moved row's button; at an end, the button for the opposite direction. */
function focusMoved(moved: string): void {
  const [from] = moved.split(' ')
  const usable = (value: string) =>
    document.querySelector<HTMLButtonElement>(`button[name="move"][value="${CSS.escape(value)}"]:enabled`)
  const button = usable(moved) ?? usable(`${from} up`) ?? usable(`${from} down`)
  button?.focus()
}

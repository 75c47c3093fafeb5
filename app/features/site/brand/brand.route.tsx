import { Form } from 'react-router'

import { SiteSections } from '#app/features/content/site-sections.tsx'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { Route } from './+types/brand.route.ts'
import { AccentField } from './accent-field.tsx'
import { fontPairs, type FontPair, type Ground, MAX_RADIUS } from './brand-schema.ts'
import { readBrand, saveBrand, brandFormSchema } from './save-brand.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readBrand)
}

export const action = formAction({
  save: form({
    schema: brandFormSchema,
    run: saveBrand,
    toast: { title: 'Saved', text: 'The site looks like this from now on.' },
    rejected: 'Not saved',
  }),
})

export function meta() {
  return [{ title: 'Brand · Admin' }]
}

const grounds: Readonly<Record<Ground, string>> = {
  dark: 'Dark',
  light: 'Light',
  auto: 'As the visitor’s system is set',
}

const fontNames: Readonly<Record<FontPair, string>> = {
  'bricolage-inter': 'Bricolage Grotesque and Inter',
  'fraunces-source': 'Fraunces and Source Sans',
  'sora-nunito': 'Sora and Nunito Sans',
  'playfair-lora': 'Playfair Display and Lora',
  'space-dm': 'Space Grotesk and DM Sans',
  'outfit-figtree': 'Outfit and Figtree',
}

export default function BrandRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, brand, shown } = loaderData
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage
      title="Brand"
      actions={
        <a href="/" target="_blank" rel="noopener" className={buttonClass({ tone: 'outline', size: 'md' })}>
          Open the site
        </a>
      }
    >
      <SiteSections />
      <Form
        method="post"
        aria-label="Brand"
        className="grid max-w-3xl gap-6 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <TextField
          id="siteName"
          name="siteName"
          label="Name"
          required
          maxLength={80}
          defaultValue={siteName}
          error={errors['siteName']}
          className="sm:col-span-2"
        />
        <AccentField
          name="accent"
          label="Accent"
          value={brand.accent}
          error={errors['accent']}
          shown={shown}
        />
        <AccentField
          name="second"
          label="Second accent"
          value={brand.second}
          error={errors['second']}
          shown={shown}
        />
        <GroundField chosen={brand.ground} error={errors['ground']} />
        <Field id="fonts" label="Fonts" error={errors['fonts']}>
          <Select id="fonts" name="fonts" defaultValue={brand.fonts}>
            {fontPairs.map((pair) => (
              <option key={pair} value={pair}>
                {fontNames[pair]}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          id="radius"
          name="radius"
          label="Corner radius (pixels)"
          type="number"
          min={0}
          max={MAX_RADIUS}
          required
          defaultValue={brand.radius}
          error={errors['radius']}
        />
        <div className="sm:col-span-2">
          <Button type="submit" name="intent" value="save" tone="solid">
            Save
          </Button>
        </div>
      </Form>
    </AdminPage>
  )
}

function GroundField({ chosen, error }: { chosen: Ground; error: string | undefined }) {
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby="ground-label"
      className="grid content-start gap-2 sm:col-span-2"
      {...(error && { 'aria-describedby': 'ground-error' })}
    >
      <legend id="ground-label" className="text-sm font-medium text-secondary">
        Ground
      </legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {Object.entries(grounds).map(([value, label]) => (
          <label key={value} className="flex items-center gap-2">
            <input type="radio" name="ground" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <p id="ground-error" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import { z } from 'zod'

import { offeredLogo, offerLook } from '#app/features/content/import-site/offer-look.server.ts'
import { OpenSite, SiteSections } from '#app/features/content/site-sections.tsx'
import { imageTypes, MAX_IMAGE_BYTES } from '#app/features/images/image-kind.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { fontPairs, type FontPair } from '#app/lib/look.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { Route } from './+types/brand.route.ts'
import { AccentField } from './accent-field.tsx'
import type { Ground } from './brand-schema.ts'
import { MAX_RADIUS } from '#app/lib/look.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import type { BrandPictures } from './logo/brand-pictures.server.ts'
import type { Upload } from './logo/read-uploads.server.ts'
import { brandFormSchema, readBrand, removeBrandPicture, saveBrand } from './save-brand.server.ts'

const fromOf = (request: Request) => new URL(request.url).searchParams.get('from')

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const read = await readBrand(ctx)
    const from = fromOf(request)
    const offered = from ? await offerLook(ctx, from) : null
    return { ...read, brand: { ...read.brand, ...offered?.colours }, offered }
  })
}

export const action = formAction(
  {
    save: form({
      schema: brandFormSchema,
      async run(ctx, input, { posted, request }) {
        const from = fromOf(request)
        const taken = from && posted.has('takesLogo') ? await offeredLogo(ctx, from) : null
        await saveBrand(ctx, input, {
          logo: (await uploadOf(posted, 'logo')) ?? taken,
          shareImage: await uploadOf(posted, 'shareImage'),
        })
        return from ? redirect('/admin/brand') : undefined
      },
      toast: { title: 'Saved', text: 'The site now looks like this.' },
      rejected: 'Not saved',
    }),
    'remove-picture': form({
      schema: z.object({ which: z.enum(['logo', 'shareImage']) }),
      run: removeBrandPicture,
      toast: { title: 'Removed', text: 'The site no longer shows it.' },
    }),
  },
  { maxFileBytes: 2 * MAX_IMAGE_BYTES },
)

async function uploadOf(posted: FormData, name: string): Promise<Upload | null> {
  const file = posted.get(name)
  if (!(file instanceof File) || file.size === 0) return null
  return { name: file.name.slice(0, 100), bytes: new Uint8Array(await file.arrayBuffer()) }
}

export function meta() {
  return [{ title: 'Brand · Admin' }]
}

const grounds: Readonly<Record<Ground, string>> = {
  dark: 'Dark',
  light: 'Light',
  auto: 'Follow the visitor’s system',
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
  const { siteName, brand, shown, logo, shareImage, grounds: inks, offered } = loaderData
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage title="Brand" actions={<OpenSite />}>
      <SiteSections />
      {offered ? (
        <p role="status" className="max-w-3xl rounded-lg border border-line-strong bg-overlay p-4">
          The colours below are those of <bdi className="break-all">{offered.address}</bdi>. Nothing changes
          until you save them.
        </p>
      ) : null}
      <Form
        key={`${brand.accent} ${brand.second}`}
        method="post"
        encType="multipart/form-data"
        aria-label="Brand"
        className="grid max-w-3xl gap-6 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <FormFields>
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
          <PictureField
            name="logo"
            label="Logo"
            hint="An SVG up to 256 KB, or a picture up to 10 MB. Without a logo, the name is shown instead."
            accept={`image/svg+xml,${imageTypes}`}
            error={errors['logo']}
          />
          <PictureField
            name="shareImage"
            label="Share image"
            hint="For links to the site, 1200 by 630 pixels. Without one, each page has its own."
            accept={imageTypes}
            error={errors['shareImage']}
          />
          {offered?.hasLogo ? (
            <label className="flex items-center gap-2.5 sm:col-span-2">
              <input type="checkbox" name="takesLogo" className="size-4.5 shrink-0" />
              Use the logo of that site
            </label>
          ) : null}
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
        </FormFields>
      </Form>
      {logo ? (
        <Shown name="Logo" which="logo">
          {inks.map((ink) => (
            <div key={ink} className="rounded-md border border-line p-5" style={{ backgroundColor: ink }}>
              <img src={logo.src} alt={`On ${ink}`} className="h-9 w-auto max-w-44 object-contain" />
            </div>
          ))}
        </Shown>
      ) : null}
      {shareImage ? (
        <Shown name="Share image" which="shareImage">
          <img src={shareImage} alt="As it appears next to links" className="w-full max-w-96 rounded-md" />
        </Shown>
      ) : null}
    </AdminPage>
  )
}

type PictureFieldProps = Pick<ComponentProps<typeof FileField>, 'label' | 'hint' | 'accept' | 'error'> & {
  name: keyof BrandPictures
}

function PictureField({ name, ...field }: PictureFieldProps) {
  return <FileField id={name} name={name} maxBytes={MAX_IMAGE_BYTES} {...field} />
}

type ShownProps = { name: string; which: keyof BrandPictures; children: ReactNode }

function Shown({ name, which, children }: ShownProps) {
  return (
    <section
      aria-label={name}
      className="grid max-w-3xl gap-4 rounded-lg border border-line bg-raised p-6 sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <div className="flex flex-wrap gap-4">{children}</div>
      <Form method="post">
        <FormFields>
          <input type="hidden" name="which" value={which} />
          <Button type="submit" name="intent" value="remove-picture" tone="outline">
            Remove {name.toLowerCase()}
          </Button>
        </FormFields>
      </Form>
    </section>
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
      <p className="text-sm text-muted">All public pages have it, posts and legal pages too.</p>
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

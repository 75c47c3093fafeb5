import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

type AddressFormProps = { path: string; isFixed: boolean; error: string | undefined }

export function AddressForm({ path, isFixed, error }: AddressFormProps) {
  return (
    <section aria-labelledby="address" className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      <div>
        <h2 id="address" className="text-lg font-semibold">
          Address
        </h2>
        <p className="mt-1 text-sm text-secondary">
          {isFixed
            ? `This page has to stay at ${path} because other parts of the site link to it.`
            : 'The new address takes effect at once, and the old one redirects to it.'}
        </p>
      </div>
      {isFixed ? null : (
        <Form key={path} method="post" aria-label="Address" className="flex flex-wrap items-end gap-3">
          <FormFields>
            <TextField
              id="path"
              name="path"
              label="Address"
              required
              maxLength={120}
              defaultValue={path}
              error={error}
              className="min-w-0 flex-1 basis-64"
            />
            <Button type="submit" name="intent" value="move" tone="outline">
              Move
            </Button>
          </FormFields>
        </Form>
      )}
    </section>
  )
}

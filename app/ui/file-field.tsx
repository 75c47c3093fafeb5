import type { ComponentProps } from 'react'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { TextField } from './field.tsx'

const MB = 1024 * 1024

type FileFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange'> & {
  maxBytes: number
  /** The sentence for visitors. */
  tooLarge?: string
}

/** Checks the size in the browser too, because the server rejects a larger request without parsing the form. */
export function FileField({ maxBytes, tooLarge, ...field }: FileFieldProps) {
  return (
    <TextField
      {...field}
      type="file"
      onChange={({ currentTarget: input }) => {
        const files = [...assertDefined(input.files, 'a file input has files')]
        const isFit = files.every(({ size }) => size <= maxBytes)
        input.setCustomValidity(isFit ? '' : (tooLarge ?? `This file is larger than ${maxBytes / MB} MB.`))
        input.reportValidity()
      }}
    />
  )
}

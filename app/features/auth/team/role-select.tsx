import type { ComponentProps } from 'react'

import { roles } from '#app/platform/permissions.ts'
import { Select } from '#app/ui/select.tsx'

import { roleNames } from './role-names.ts'

export function RoleSelect(props: ComponentProps<'select'>) {
  return (
    <Select name="role" {...props}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role].name}
        </option>
      ))}
    </Select>
  )
}

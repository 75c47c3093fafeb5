import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

type MemberFieldProps = {
  id: string
  members: readonly { id: string; name: string }[]
  error: string | undefined
}

/** Chooses whose calendar it is; an empty value means the signed-in member. */
export function MemberField({ id, members, error }: MemberFieldProps) {
  return (
    <Field id={id} label="Member" error={error}>
      <Select id={id} name="member" defaultValue="">
        <option value="">Me</option>
        {members.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

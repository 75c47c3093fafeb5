import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { type Role, rolesWithin } from '#app/platform/permissions.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField, useTyped } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { AccountPanel, useEmptiedForm } from '../account/account-panel.tsx'
import { roleNames } from '../team/role-names.ts'

import { TOKEN_NAME_MAX, tokenDays, usualTokenDays } from './token-limits.ts'
import type { ListedToken } from './tokens.server.ts'

type TokensPanelProps = {
  tokens: readonly ListedToken[]
  role: Role
  answer: FormAnswer | undefined
  /** The new token; it is shown only once. */
  made: { token: string; name: string } | null
}

export function TokensPanel({ tokens, role, answer, made }: TokensPanelProps) {
  const form = useEmptiedForm(answer)
  return (
    <AccountPanel
      id="tokens-title"
      title="API tokens"
      text={
        <>
          A program with a token acts for you, at <a href="/api/v1">/api/v1</a> and /mcp. It can do what the
          token’s role allows.
        </>
      }
    >
      {made ? <NewToken {...made} /> : null}
      <Form ref={form} method="post" aria-labelledby="tokens-title" className="grid gap-5">
        <input type="hidden" name="intent" value="token" />
        <div className="grid gap-5 sm:grid-cols-[1fr_10rem_10rem]">
          <TextField
            id="token-name"
            name="tokenName"
            label="Token name"
            required
            maxLength={TOKEN_NAME_MAX}
            autoComplete="off"
            hint="What will use it, such as “Reports”."
            error={answer?.errors['tokenName']}
          />
          <TokenRole role={role} error={answer?.errors['role']} />
          <TokenDays error={answer?.errors['days']} />
        </div>
        <div>
          <Button type="submit" tone="outline">
            Create token
          </Button>
        </div>
      </Form>
      {tokens.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : null}
    </AccountPanel>
  )
}

function TokenRole({ role, error }: { role: Role; error: string | undefined }) {
  const offered = rolesWithin(role)
  return (
    <Field id="token-role" label="Role" error={error}>
      <Select name="role" defaultValue={useTyped('role', role)} {...fieldControl('token-role', error)}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {roleNames[each].name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function TokenDays({ error }: { error: string | undefined }) {
  return (
    <Field id="token-days" label="Valid for" error={error}>
      <Select
        name="days"
        defaultValue={useTyped('days', String(usualTokenDays))}
        {...fieldControl('token-days', error)}
      >
        {tokenDays.map((days) => (
          <option key={days} value={days}>
            {days === 365 ? 'A year' : `${days} days`}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function NewToken({ token, name }: { token: string; name: string }) {
  return (
    <section aria-label="New token" className="grid gap-3 rounded-md border border-success/50 bg-raised p-4">
      <TextField
        id="new-token"
        label="Token"
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        hint={`For “${name}”. It is shown only once.`}
      />
      <div>
        <Button tone="outline" size="sm" onClick={() => void navigator.clipboard.writeText(token)}>
          Copy the token
        </Button>
      </div>
    </section>
  )
}

function TokenRow({ token }: { token: ListedToken }) {
  const { timeZone, now } = useAdminShell()
  const { id, name, role, ends_with, expires_at, last_used_at } = token
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Badge>{roleNames[role].name}</Badge>
        </p>
        <p className="text-sm text-muted">
          Ends with {ends_with}, valid until <Time at={expires_at} timeZone={timeZone} />
          {last_used_at === null ? (
            ', never used'
          ) : (
            <>
              , last used <Time at={last_used_at} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="revoke-token" tone="outline" size="sm">
          Revoke<span className="sr-only"> the token {name}</span>
        </Button>
      </Form>
    </li>
  )
}

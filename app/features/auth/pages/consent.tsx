import type { Permission, Role } from '#app/platform/permissions.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'

import { scopeWords } from '../oauth/scope-words.ts'
import { roleNames } from '../team/role-names.ts'

import { FormAlert, FormLink } from './form-parts.tsx'

type ConsentProps = {
  /** The name that the app gave itself; untrusted text. */
  app: string
  host: string
  email: string
  role: Role
  siteName: string
  scopes: readonly Permission[]
  isNamed: boolean
  seal: string
  error: string | undefined
}

export function Consent({ app, host, email, role, siteName, scopes, isNamed, seal, error }: ConsentProps) {
  return (
    <form method="post" aria-label="Connect an app" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Connect an app</h1>
        <p className="mt-2 text-secondary">
          <AppName>{app}</AppName> asks to act for you at {siteName}.
        </p>
      </div>
      {error ? <FormAlert>{error}</FormAlert> : null}
      <dl className="grid gap-x-4 gap-y-1 rounded-md border border-line px-4 py-3 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">You are</dt>
        <dd className="wrap-anywhere">
          {email} ({roleNames[role].name})
        </dd>
        <dt className="text-muted">The app is at</dt>
        <dd className="wrap-anywhere">{host}</dd>
      </dl>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 font-medium">It may</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="scope"
              value={scope}
              defaultChecked={error === undefined && (isNamed || scope.endsWith('.read'))}
              className="mt-1 size-4.5 shrink-0"
            />
            {scopeWords[scope]}
          </label>
        ))}
      </fieldset>
      <p className="text-sm text-secondary">
        Apps choose their own names. Allow this only if you have just started it in the app. Access lasts for
        a year at most, and you can disconnect the app at any time under Account.
      </p>
      <input type="hidden" name="seal" value={seal} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" name="intent" value="allow" tone="solid" size="lg">
          Allow
        </Button>
        <Button type="submit" name="intent" value="refuse" tone="outline" size="lg">
          Refuse
        </Button>
      </div>
    </form>
  )
}

type UnknownRequestProps = { fault: string; back: { href: string; host: string } | null }

export function UnknownRequest({ fault, back }: UnknownRequestProps) {
  return (
    <div className="grid gap-5">
      <h1 className="text-2xl font-semibold">Connect an app</h1>
      <FormAlert>{fault}</FormAlert>
      {back ? (
        <a
          href={back.href}
          className={buttonClass({ tone: 'outline', size: 'lg', className: 'wrap-anywhere' })}
        >
          Back to the app ({back.host})
        </a>
      ) : null}
      <FormLink href="/admin">To the admin</FormLink>
    </div>
  )
}

/** Isolates the name, so that right-to-left text does not reorder the words around it. */
function AppName({ children }: { children: string }) {
  return <bdi className="font-medium wrap-anywhere text-primary">{children}</bdi>
}

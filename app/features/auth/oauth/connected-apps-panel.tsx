import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { AccountPanel } from '../account/account-panel.tsx'

import type { ListedApp } from './connected-apps.server.ts'
import { scopeWords } from './scope-words.ts'

export function ConnectedAppsPanel({ apps }: { apps: readonly ListedApp[] }) {
  return (
    <AccountPanel
      id="apps-title"
      title="Connected apps"
      text={
        apps.length > 0
          ? 'They can do for you what you allowed, and never more than your role allows.'
          : 'No apps yet. Add the address of this site with /mcp at the end to an assistant such as Claude, then allow here what it may do.'
      }
    >
      {apps.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      ) : null}
    </AccountPanel>
  )
}

function AppRow({ app }: { app: ListedApp }) {
  const { timeZone, now } = useAdminShell()
  const { id, name, hosts, scopes, created_at, last_used_at } = app
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          At {hosts.join(', ')}, connected <Time at={created_at} timeZone={timeZone} />
          {last_used_at === null ? (
            ', never used'
          ) : (
            <>
              , last used <Time at={last_used_at} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
        <ul className="mt-2 list-disc pl-5 text-sm text-secondary">
          {scopes.map((scope) => (
            <li key={scope}>{scopeWords[scope]}</li>
          ))}
        </ul>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="disconnect-app" tone="outline" size="sm">
          Revoke<span className="sr-only"> the access of {name}</span>
        </Button>
      </Form>
    </li>
  )
}

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { getLegalText } from '../legal-texts.server.ts'

import type { Route } from './+types/legal-text.route.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getLegalText(ctx, params.id))
}

export function meta() {
  return [{ title: 'Legal text · Admin' }]
}

export default function LegalTextRoute({ loaderData: text }: Route.ComponentProps) {
  const { timeZone } = useAdminShell()
  return (
    <AdminPage title={text.title}>
      <BackLink to="/admin/leads" name="All leads" />
      <p className="text-secondary">
        Version {text.id} of {text.path}, as it was shown when somebody first agreed to it on{' '}
        <Time at={text.agreed_at} timeZone={timeZone} />.
      </p>
      <article className="max-w-[70ch] rounded-lg border border-line bg-raised p-6 wrap-anywhere whitespace-pre-line">
        {text.body}
      </article>
    </AdminPage>
  )
}

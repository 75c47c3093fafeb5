import { Form, redirect } from 'react-router'
import { z } from 'zod'

import type { PlannedPage } from '#app/features/content/exchange/plan-exchange.server.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import type { Route } from './+types/main-language.route.ts'
import { exchangeMainLanguage, previewExchange } from './exchange-main-language.server.ts'

const SHOWN = 200

export function loader({ context, params: { language } }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { from, to, pages, faults } = await previewExchange(ctx, language)
    return { from, to, faults, total: pages.length, pages: pages.slice(0, SHOWN) }
  })
}

export const action = formAction({
  exchange: form({
    schema: z.object({ language: z.string() }),
    async run(ctx, { language }) {
      await exchangeMainLanguage(ctx, language)
      return redirect('/admin/languages', 303)
    },
    rejected: 'Not exchanged',
  }),
})

export function meta() {
  return [{ title: 'Main language · Admin' }]
}

export default function MainLanguageRoute({ loaderData }: Route.ComponentProps) {
  const { from, to, faults, pages, total } = loaderData
  const [former, next] = [ownNameOf(from), ownNameOf(to)]
  return (
    <AdminPage title={`Make ${next} the main language`} width="list">
      <BackLink to="/admin/languages" name="Languages" />
      <div className="grid max-w-2xl gap-3 text-secondary">
        <p>
          {next} then has the addresses without a prefix, and {former} those below /{from.toLowerCase()}.
          Former addresses redirect. Menus, short texts and posts change places too. You can exchange them
          back here.
        </p>
        <p>
          A page that is not published in {next} stays public in {former}, and waits in {next} as a draft.
        </p>
      </div>
      {faults.length > 0 ? (
        <ul aria-label="What has to be done first" className="grid max-w-2xl gap-1 text-danger">
          {faults.map((fault) => (
            <li key={fault} className="wrap-anywhere">
              {fault}
            </li>
          ))}
        </ul>
      ) : (
        <Form method="post" aria-label="Exchange">
          <FormFields>
            <Button type="submit" name="intent" value="exchange" tone="solid">
              Make {next} the main language
            </Button>
          </FormFields>
        </Form>
      )}
      <Addresses pages={pages} former={former} next={next} />
      {total > pages.length ? <p>And {(total - pages.length).toLocaleString('en-US')} more pages.</p> : null}
    </AdminPage>
  )
}

type AddressesProps = { pages: readonly PlannedPage[]; former: string; next: string }

function Addresses({ pages, former, next }: AddressesProps) {
  return (
    <div className="overflow-x-auto [&>div]:min-w-[40rem]">
      <Table
        caption="Addresses"
        head={
          <>
            <HeadCell>Page</HeadCell>
            <HeadCell>{next}</HeadCell>
            <HeadCell>{former}</HeadCell>
          </>
        }
      >
        {pages.map(({ id, name, version, nextPath, formerPath, isPublic }) => (
          <tr key={id} className="align-top">
            <Cell className="wrap-anywhere">
              <bdi>{name}</bdi>
            </Cell>
            <Cell className="text-sm wrap-anywhere">
              {nextPath}
              {version?.isPublic && isPublic ? null : (
                <span className="block text-warning">{version ? 'A draft' : 'A draft, not translated'}</span>
              )}
            </Cell>
            <Cell className="text-sm wrap-anywhere">{formerPath}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  )
}

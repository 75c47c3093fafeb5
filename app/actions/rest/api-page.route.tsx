import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { pageMeta } from '#app/ui/page-meta.ts'

import type { Route } from './+types/api-page.route.ts'
import { describeApi } from './describe-api.server.ts'

export const handle: PageHandle = { unshared: true }

export function loader() {
  return describeApi()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: 'API',
    description: 'What programs can read and change.',
    path: '/api/v1',
    matches,
    index: false,
  })
}

export default function ApiPageRoute({ loaderData: { introduction, operations } }: Route.ComponentProps) {
  return (
    <div className="container-page max-w-4xl py-24">
      <h1 className="text-hero font-bold">API</h1>
      <div className="mt-6 grid max-w-[65ch] gap-3 text-secondary">
        {introduction.map((sentence) => (
          <p key={sentence}>
            <WithCode text={sentence} />
          </p>
        ))}
      </div>
      <p className="mt-6">
        <a href="/api/v1/openapi.json" className="underline">
          The document in OpenAPI 3.1
        </a>
      </p>
      <ul className="mt-12 grid gap-10">
        {operations.map((operation) => (
          <Operation key={operation.name} {...operation} />
        ))}
      </ul>
    </div>
  )
}

/** Shows what stands between backticks as code. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="text-primary">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

type OperationProps = Awaited<ReturnType<typeof loader>>['operations'][number]

function Operation({ name, method, path, title, text, permission, fields }: OperationProps) {
  return (
    <li id={name} className="border-t border-line pt-6">
      <h2 className="text-xl font-semibold">{title}</h2>
      <p className="mt-2 font-mono text-sm break-words">
        {method} /api/v1{path}
      </p>
      <p className="mt-2 max-w-[65ch] text-secondary">
        <WithCode text={text} />{' '}
        {permission === null ? 'Needs no token.' : `Needs the permission ${permission}.`}
      </p>
      {fields.length > 0 ? (
        <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
          {fields.map((field) => (
            <div key={field.name} className="contents">
              <dt className="font-mono">
                {field.name}
                {field.isRequired ? ' *' : ''}
              </dt>
              <dd className="text-secondary">
                <WithCode text={field.text} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  )
}

import { type ReactNode, use } from 'react'

import { directionOf } from '#app/lib/languages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { PageContext } from '#app/ui/page-context.ts'

type DocumentProps = {
  head: ReactNode
  /** Default: the scripts of public pages, which do not hydrate. */
  scripts?: ReactNode
  children: ReactNode
}

export function Document({ head, scripts, children }: DocumentProps) {
  const { language = defaultLocale, root } = use(PageContext)
  return (
    <html lang={language} dir={directionOf(language)} data-root={root || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
      </head>
      <body>
        {children}
        {scripts ?? <PublicScripts />}
      </body>
    </html>
  )
}

function PublicScripts() {
  const { script, scriptImports } = use(PageContext)
  return (
    <>
      {scriptImports?.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <script type="module" src={script} />
    </>
  )
}

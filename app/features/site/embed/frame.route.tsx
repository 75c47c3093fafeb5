import { data } from 'react-router'

import { isAllowedOrigin } from '#app/features/chat/assistants/allowed-origins.ts'
import { EmbeddedChat } from '#app/features/chat/embed/embedded-chat.island.tsx'
import { forAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { findEmbedded } from '#app/features/chat/embed/read-looks.server.ts'
import { readPanel } from '#app/features/chat/languages/read-panel.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { contactTextsOf } from '#app/features/chat/widget/panel-texts.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { Island } from '#app/ui/island.tsx'

import { writeFrameColours } from '../brand/brand-sheet.server.ts'
import { brandSetting } from '../brand/brand.server.ts'
import styles from '../layout/public.css?url'

import type { Route } from './+types/frame.route.ts'

export const handle: PageHandle = { unshared: true }

export function loader({ params, request, context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { nonce } = context.get(visitContext)
    const assistant = await findEmbedded(ctx, params.key)
    const { origins, theme, accent } = assistant.settings
    const asked = new URL(request.url).searchParams.get('host')
    const host = asked !== null && isAllowedOrigin(origins, asked) ? asked : null
    const [{ botName: title }, { siteName, look }, chat, texts, leads, brand] = await Promise.all([
      readPanel(forAssistant(ctx, assistant), { acceptLanguage: request.headers.get('accept-language') }),
      ctx.site(ctx),
      wordedTexts(ctx, chatTexts),
      wordedTexts(ctx, widgetTexts),
      wordedTexts(ctx, leadsTexts),
      brandSetting.read(ctx),
    ])
    const panel = {
      siteName,
      offersMeetings: false,
      texts,
      contact: contactTextsOf(leads, texts, siteName),
      failure: { reply: chat.failed, toast: chat.failedToast },
    }
    const colours = writeFrameColours(brand, { accent, theme })
    return data(
      {
        title,
        nonce,
        colours,
        sheet: look.sheet?.path ?? null,
        props: { ...panel, assistant: assistant.key, host },
      },
      {
        headers: {
          'content-security-policy': framePolicy(nonce, host === null ? origins : [host]),
          'cross-origin-resource-policy': 'cross-origin',
          'x-robots-tag': 'noindex',
        },
      },
    )
  })
}

/** In a policy, a wildcard matches several labels, so only the exact origins of the settings may stand in it. */
function framePolicy(nonce: string, origins: readonly string[]): string {
  const exact = origins.filter((origin) => !origin.includes('*'))
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${exact.join(' ') || "'none'"}`,
    "img-src 'self' data:",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join('; ')
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: 'robots', content: 'noindex' }]
}

/** The panel fills the frame. A frame that does not fill the window has an edge, which can be seen on dark pages too. */
const FILLING =
  '.embedded-chat .chat-panel{inset:0;width:auto;height:100dvh;border:0;border-radius:0;animation:none}' +
  '@media(width:384px) and (max-height:384px){.embedded-chat .chat-panel{border:1px solid var(--color-line-strong);border-radius:16px}}'

export default function FrameRoute({ loaderData: { nonce, colours, sheet, props } }: Route.ComponentProps) {
  return (
    <>
      {/* Every link opens beside the page of the other site. */}
      <base target="_blank" />
      {sheet === null ? null : <link rel="stylesheet" href={sheet} precedence="brand" />}
      <style nonce={nonce}>{`${colours}${FILLING}`}</style>
      <Island name="embedded-chat" of={EmbeddedChat} props={props} when="visible" className="embedded-chat" />
    </>
  )
}

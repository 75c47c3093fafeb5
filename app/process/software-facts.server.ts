import { summarizeApiKeys } from '../features/ai/config/api-keys.server.ts'
import { apiConfig } from '../features/ai/config/api-config.server.ts'
import { findEndpoints } from '../features/ai/config/find-endpoints.server.ts'
import { analyticsSettings } from '../features/analytics/settings/analytics-settings.server.ts'
import { type SoftwareMessages, softwareTexts } from '../features/content/facts/software-messages.ts'
import { fill } from '../lib/messages.ts'
import { hostOf, type ProviderId, providers } from '../platform/ai-provider-list.ts'
import { backupSettings } from '../platform/backup/backup-settings.server.ts'
import type { Ctx, SoftwareFacts } from '../platform/context.server.ts'
import { isLoopbackAddress } from '../platform/ip-addresses.ts'

/** Settings that the facts below derive from; saving one renders the pages that use these facts again. */
export const softwareSettings: ReadonlySet<string> = new Set(
  [analyticsSettings, apiConfig, backupSettings].map(({ key }) => key),
)

/**
 * Describes what this installation does with data, for placeholders in texts: the privacy page, and the block
 * `data-practices`.
 */
export async function readSoftwareFacts(ctx: Ctx): Promise<SoftwareFacts> {
  const [{ retentionDays, honourPrivacy }, { keep }, receivers, server, { kind }] = await Promise.all([
    analyticsSettings.read(ctx),
    backupSettings.read(ctx),
    listReceivers(ctx),
    ctx.mail(ctx),
    findEndpoints(ctx),
  ])
  const isHere = ctx.files.names !== null
  return (translation, tag) => {
    // The set of a language has the English one's type (app/languages/translation.ts).
    const texts = (translation?.sets[softwareTexts.name] ?? softwareTexts.of.en) as SoftwareMessages
    const provider = describeProvider(receivers, texts, tag)
    return {
      eventDays: String(retentionDays),
      'software.provider': provider,
      'software.hasProvider': kind === 'endpoints' ? 'yes' : 'no',
      'software.doNotTrack': honourPrivacy ? texts.doNotTrack : texts.noDoNotTrack,
      'software.visits': fill(texts.visits, { days: retentionDays }),
      'software.assistant': fill(texts.assistant, { provider }),
      'software.mail': server ? texts.mail : texts.noMail,
      'software.files': isHere ? texts.filesHere : texts.filesElsewhere,
      'software.backups': fill(texts.backups, { keep }),
      'software.pictures': texts.pictures,
    }
  }
}

const OWN_SERVER = null

/** Names a provider only once its key is stored, because nothing is sent to it before. */
async function listReceivers(ctx: Ctx): Promise<(string | typeof OWN_SERVER)[]> {
  const [{ provider, fallback }, keys] = await Promise.all([apiConfig.read(ctx), summarizeApiKeys(ctx)])
  const used = [provider, fallback?.provider].flatMap((id) => {
    const key = id && keys[id]
    return key ? [receiverOf(id, key.baseUrl ?? ctx.ai[id].baseUrl)] : []
  })
  return [...new Set(used)]
}

function describeProvider(
  receivers: readonly (string | typeof OWN_SERVER)[],
  texts: SoftwareMessages,
  tag: string,
): string {
  if (receivers.length === 0) return texts.provider
  if (receivers.every((receiver) => receiver === OWN_SERVER)) return texts.ownServer
  const list = new Intl.ListFormat(tag, { type: 'disjunction' })
  const names = list.format(receivers.map((receiver) => receiver ?? texts.ownServer))
  return fill(texts.namedProvider, { names })
}

/** Returns whom the data goes to. The key may be for a gateway, or for a model on this machine or network. */
function receiverOf(provider: ProviderId, baseUrl: string): string | typeof OWN_SERVER {
  const { hostname } = new URL(baseUrl)
  if (hostname === hostOf(provider)) return providers[provider].label
  const isOwn = !hostname.includes('.') || isLoopbackAddress(hostname)
  return isOwn ? OWN_SERVER : hostname
}

import { summarizeApiKeys } from '../features/ai/config/api-keys.server.ts'
import { apiConfig } from '../features/ai/config/api-config.server.ts'
import { findEndpoints } from '../features/ai/config/find-endpoints.server.ts'
import { analyticsSettings } from '../features/analytics/settings/analytics-settings.server.ts'
import { hostOf, type ProviderId, providers } from '../platform/ai-provider-list.ts'
import { backupSettings } from '../platform/backup/backup-settings.server.ts'
import type { Ctx } from '../platform/context.server.ts'
import { isLoopbackAddress } from '../platform/ip-addresses.ts'

/** Settings that the facts below derive from; saving one renders the pages that use these facts again. */
export const softwareSettings: ReadonlySet<string> = new Set(
  [analyticsSettings, apiConfig, backupSettings].map(({ key }) => key),
)

/**
 * Describes what this installation does with data, for placeholders in texts: the privacy page, and the block
 * `data-practices`.
 */
export async function readSoftwareFacts(ctx: Ctx): Promise<Readonly<Record<string, string>>> {
  const [analytics, { keep }, assistant, server] = await Promise.all([
    analyticsSettings.read(ctx),
    backupSettings.read(ctx),
    describeProvider(ctx),
    ctx.mail(ctx),
  ])
  const { retentionDays, honourPrivacy } = analytics
  return {
    eventDays: String(retentionDays),
    'software.provider': assistant,
    'software.hasProvider': (await findEndpoints(ctx)).kind === 'endpoints' ? 'yes' : 'no',
    'software.doNotTrack': honourPrivacy
      ? 'Visitors whose browser sends Do Not Track or Global Privacy Control are not counted, and neither are visitors without JavaScript.'
      : 'Do Not Track and Global Privacy Control are not taken into account here. Visitors without JavaScript are not counted.',
    'software.visits': `Visits are counted without cookies. Single page views are kept for ${retentionDays} days, then only the sums of each day remain.`,
    'software.assistant': `What you write to the assistant goes to ${assistant}, but only once you write.`,
    'software.mail': server
      ? 'Our messages are delivered by our mail server.'
      : 'This site sends no mail; our messages are held here.',
    'software.files':
      ctx.files.names === null
        ? 'Uploaded files are stored with the provider of our storage.'
        : 'Uploaded files are stored on the server of this site.',
    'software.backups': `Everything is backed up each night, and the last ${keep} backups are kept. What is erased on request is erased again whenever an older one is restored.`,
    'software.pictures':
      'All pictures are served from here, even those that come from other sites, so your browser does not contact any other company.',
  }
}

const OWN_SERVER = 'our own server'

/** Names a provider only once its key is stored, because nothing is sent to it before. */
async function describeProvider(ctx: Ctx): Promise<string> {
  const [{ provider, fallback }, keys] = await Promise.all([apiConfig.read(ctx), summarizeApiKeys(ctx)])
  const used = [provider, fallback?.provider].flatMap((id) => {
    const key = id && keys[id]
    return key ? [receiverOf(id, key.baseUrl ?? ctx.ai[id].baseUrl)] : []
  })
  const names = [...new Set(used)].join(' or ')
  if (names === OWN_SERVER) return names
  const unnamed = 'the provider of the AI model that answers'
  return names === '' ? unnamed : `${names}, ${unnamed}`
}

/** Returns whom the data goes to. The key may be for a gateway, or for a model on this machine or network. */
function receiverOf(provider: ProviderId, baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  if (hostname === hostOf(provider)) return providers[provider].label
  const isOwn = !hostname.includes('.') || isLoopbackAddress(hostname)
  return isOwn ? OWN_SERVER : hostname
}

/** Hosts of the services whose Android apps open links, by package. */
const hostsOfApps = new Map([
  ['com.google.android.gm', 'mail.google.com'],
  ['com.microsoft.office.outlook', 'outlook.live.com'],
  ['com.google.android.googlequicksearchbox', 'google.com'],
  ['com.openai.chatgpt', 'chatgpt.com'],
  ['ai.perplexity.app.android', 'perplexity.ai'],
  ['com.linkedin.android', 'linkedin.com'],
  ['com.reddit.frontpage', 'reddit.com'],
  ['org.telegram.messenger', 't.me'],
  ['com.whatsapp', 'whatsapp.com'],
  ['com.slack', 'slack.com'],
  ['com.facebook.katana', 'facebook.com'],
  ['com.twitter.android', 'x.com'],
  ['com.instagram.android', 'instagram.com'],
  ['com.pinterest', 'pinterest.com'],
  ['com.google.android.youtube', 'youtube.com'],
  ['com.zhiliaoapp.musically', 'tiktok.com'],
])

/**
 * Returns the host of a referring page, or of the service of a referring Android app, whose referrer is
 * `android-app://` and its package. Apps that are not in the list keep their package; null for other addresses.
 */
export function referringHost({ protocol, hostname }: URL): string | null {
  if (/^https?:$/.test(protocol)) return hostname
  const app = hostname.toLowerCase()
  if (protocol !== 'android-app:' || !/^\w+(?:\.\w+)+$/.test(app)) return null
  return hostsOfApps.get(app) ?? app
}

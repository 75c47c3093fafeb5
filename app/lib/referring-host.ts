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

/** Returns the host of a referring page or of an Android app's service; of other apps the package, else null. */
export function referringHost({ protocol, hostname }: URL): string | null {
  if (/^https?:$/.test(protocol)) return hostname
  const app = hostname.toLowerCase()
  if (protocol !== 'android-app:' || !/^\w+(?:\.\w+)+$/.test(app)) return null
  return hostsOfApps.get(app) ?? app
}

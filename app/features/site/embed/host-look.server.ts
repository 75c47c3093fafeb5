import type { HostLook } from '#app/features/chat/embed/messages.ts'
import type { Look } from '#app/features/chat/embed/read-looks.server.ts'
import type { SiteIdentity } from '#app/platform/context.server.ts'

import { withContrast } from '../brand/palette.ts'

const icons: Readonly<Record<Look['icon'], string>> = {
  chat: 'M3 21l2-6a9 9 0 1 1 4 4z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1-1.5 2.4m0 3v.1M12 2a10 10 0 1 0 .1 0z',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
}

/** Darkens the accent until a white icon can be seen on it. */
export function filled(
  { accent, key, label, icon, corner, offset, keepsQuery }: Look,
  site: SiteIdentity,
): HostLook {
  const fill = accent === '' ? site.look.colours.onWhite : withContrast(accent, ['#ffffff'], 'darker')
  const look = [key, label, fill, icons[icon], corner, offset] as const
  return keepsQuery ? [...look, 1] : look
}

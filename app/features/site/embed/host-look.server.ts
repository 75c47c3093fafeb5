import type { HostLook } from '#app/features/chat/embed/messages.ts'
import type { Look } from '#app/features/chat/embed/read-looks.server.ts'
import type { SiteIdentity } from '#app/platform/context.server.ts'

import { withContrast } from '../brand/palette.ts'

const icons: Readonly<Record<Look['icon'], string>> = {
  chat: 'M21 11.5a8.4 8.4 0 0 1-12.2 7.5L3 21l2-5.7A8.5 8.5 0 1 1 21 11.5z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1-1.5 2.4m0 3v.1M12 2a10 10 0 1 0 .1 0z',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
}

/** Darkens the accent until a white icon can be seen on it. */
export function filled({ accent, ...look }: Look, site: SiteIdentity): HostLook {
  const fill = accent === '' ? site.look.colours.onWhite : withContrast(accent, ['#ffffff'], 'darker')
  return { ...look, fill, icon: icons[look.icon] }
}

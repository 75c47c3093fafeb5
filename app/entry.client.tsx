import { enlivenChatLinks } from './features/chat/widget/open-chat-links.ts'
import { sendBeacons } from './features/analytics/collect/beacon.ts'
import { rememberReferrer } from './features/leads/form/remember-referrer.ts'
import { enhanceWhenIdle, loadIsland } from './islands/load-island.ts'
import { turnWords } from './features/content/blocks/service-grid/turn-words.ts'
import { enlivenHeader } from './features/site/layout/enliven-header.ts'
import { offerLanguage } from './features/site/languages/offer-language.ts'
import { offerStopMotion } from './features/site/layout/stop-motion.ts'
import { wakeIslands } from './islands/waker.ts'

if ('__reactRouterContext' in window) void import('./islands/app-pages.tsx')
else if (document.querySelector('.embedded-chat')) wakeIslands(loadIsland)
else {
  document.documentElement.classList.add('js')
  offerStopMotion()
  sendBeacons()
  rememberReferrer()
  enlivenHeader()
  enlivenChatLinks()
  turnWords()
  offerLanguage()
  wakeIslands(loadIsland)
  enhanceWhenIdle()
  if (import.meta.env.DEV)
    void import('./islands/renew-in-development.ts').then((module) => module.renewInDevelopment())
}

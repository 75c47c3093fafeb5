import { rememberReferrer } from './features/leads/form/visit-source.ts'
import { loadIsland } from './islands/load-island.ts'
import { enlivenHeader } from './features/site/layout/enliven-header.ts'
import { wakeIslands } from './islands/waker.ts'

if ('__reactRouterContext' in window) void import('./islands/app-pages.tsx')
else {
  document.documentElement.classList.add('js')
  rememberReferrer()
  enlivenHeader()
  wakeIslands(loadIsland)
}

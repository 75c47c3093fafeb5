import { wakeIslands } from './islands/waker.ts'

if ('__reactRouterContext' in window) void import('./islands/app-pages.tsx')
else wakeIslands()

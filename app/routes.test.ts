import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { commands } from '#app/features/admin/palette/palette-commands.ts'
import routes from '#app/routes.ts'

/** Pages that are opened from what they are about. */
const openedFromElsewhere = ['/admin/replies', '/admin/undo', '/admin/*']

test('the command palette leads to every page of the admin', () => {
  const admin = routes.find(({ id }) => id === 'admin-layout')?.children ?? []
  const isPage = ({ file, path = '' }: RouteConfigEntry) => file.endsWith('.tsx') && !path.includes(':')
  const pages = admin.filter(isPage).map(({ path }) => (path ? `/admin/${path}` : '/admin'))
  expect(pages.length).toBeGreaterThan(30)
  const reached = new Set<string>(commands.map(({ path }) => path).concat(openedFromElsewhere))
  expect(pages.filter((path) => !reached.has(path))).toEqual([])
})

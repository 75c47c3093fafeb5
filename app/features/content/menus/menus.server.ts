import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { announceContent } from '../announce-content.server.ts'

import { menusSchema, starterMenus } from './menus-schema.ts'

export const menusSetting = defineSetting({
  key: 'menus',
  schema: menusSchema,
  defaults: starterMenus,
  audit: 'settings.menus',
  path: '/admin/menus',
  area: 'content',
  onSaved: announceContent,
  exported: { file: 'menus' },
})

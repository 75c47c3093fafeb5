import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { Setting } from '#app/platform/settings/define-setting.server.ts'

type AnySetting = Setting<z.ZodType, keyof Ctx, unknown>

/** Returns all settings that modules export, by the export's name, and the number of calls of `defineSetting`. */
export async function definedSettings(): Promise<{ settings: Record<string, AnySetting>; count: number }> {
  const defining = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).filter((path) =>
    /= defineSetting\(/.test(readFileSync(path, 'utf8')),
  )
  const settings: Record<string, AnySetting> = {}
  let count = 0
  for (const path of defining) {
    count += [...readFileSync(path, 'utf8').matchAll(/= defineSetting\(/g)].length
    const exported: Record<string, unknown> = await import(resolve(path))
    for (const [name, value] of Object.entries(exported)) if (isSetting(value)) settings[name] = value
  }
  return { settings, count }
}

function isSetting(value: unknown): value is AnySetting {
  return typeof value === 'object' && value !== null && 'key' in value && 'audit' in value && 'save' in value
}

import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { checkbox, filledIn } from '#app/platform/settings/form-fields.ts'

const schema = z.object({
  /** Whether tests run after changes of knowledge, model or prompt. */
  isAutomatic: checkbox,
  /** US dollars. */
  monthlyBound: filledIn(
    z.coerce
      .number({ error: 'Please enter an amount in US dollars.' })
      .min(0, 'Please enter 0 or more.')
      .max(10_000, 'Please enter at most 10,000.'),
  ),
})

/** When the assistant is tested, and the budget for it. */
export const qualitySettings = defineSetting({
  key: 'quality',
  schema,
  defaults: { isAutomatic: true, monthlyBound: 2 },
  audit: 'settings.quality',
  path: '/admin/quality',
  area: 'knowledge',
})

import { type ApiConfigFields, parseApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findTypedAccount } from '#app/features/ai/config/test-connection.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { builtInDefault, defaultModel, isListed } from './choose-model.ts'
import { findModelList, refreshModelList } from './model-lists.server.ts'

/**
 * Returns the model to save. If the provider does not list the form's default, it is replaced by the default of the
 * provider's list. Invalid fields are left to the save.
 */
export async function listedModelOf(ctx: Ctx, fields: ApiConfigFields): Promise<string | undefined> {
  requireActor(ctx, 'settings.write')
  try {
    const { provider, model } = parseApiConfig(fields)
    const account = await findTypedAccount(ctx, fields)
    if (!(await refreshModelList(ctx, account))) return model
    const models = await findModelList(ctx, provider, account.baseUrl)
    if (!models || isListed(model, models) || model !== builtInDefault(provider)) return model
    const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return defaultModel(provider, models, today)
  } catch (error) {
    if (error instanceof FieldErrors) return fields.model
    throw error
  }
}

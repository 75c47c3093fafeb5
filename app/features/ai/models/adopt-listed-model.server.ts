import { apiConfig } from '#app/features/ai/config/api-config.server.ts'
import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defaultModel, isListed } from './choose-model.ts'
import { findModelList, refreshModelList } from './model-lists.server.ts'
import { replaceModel } from './model-warnings.server.ts'
import { builtInDefault } from './newer-models.ts'

/**
 * Asks the saved provider for its models. If it does not have the default that the form began with, the default of its
 * own list takes that one's place. Returns the model that now answers.
 */
export async function adoptListedModel(ctx: Ctx): Promise<string> {
  const { provider, model } = await apiConfig.readAsOwner(ctx)
  const account = await findAccount(ctx, provider)
  if (!account || !(await refreshModelList(ctx, account))) return model
  const models = await findModelList(ctx, provider, account.baseUrl)
  if (!models || isListed(model, models) || model !== builtInDefault(provider)) return model
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const adopted = defaultModel(provider, models, today)
  await replaceModel(ctx, { use: 'model', model: adopted })
  return adopted
}

import { z } from 'zod'

import type { Ctx, VisitorTool } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

/** Beside the actions: the model passes on that the visitor asks for a person (docs/decisions/0061). */
export const ASK_FOR_PERSON = 'ask_for_a_person'

const names = z.array(z.string().max(100)).max(200)

/** A form names all tools, and sends a box for each that is on. */
function readForm(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('tools' in given)) return given
  const { tools } = given
  if (typeof tools !== 'string') return given
  return { off: tools.split(' ').filter((name) => name !== '' && !Object.hasOwn(given, name)) }
}

/** Which tools the assistant does without. A tool that comes with a new version is on. */
export const chatTools = defineSetting({
  key: 'chat-tools',
  schema: z.preprocess(readForm, z.object({ off: names })),
  defaults: { off: [] },
  audit: 'settings.tools',
  path: '/admin/chatbot/tools',
  area: 'knowledge',
})

export type ToolChoice = { name: string; title: string; isOn: boolean }

/** All tools in their order, for the owner. */
export async function listToolChoices(ctx: Ctx): Promise<ToolChoice[]> {
  const { off } = await chatTools.readAsOwner(ctx)
  const person = { name: ASK_FOR_PERSON, title: 'Ask for a person' }
  return [...(await ctx.visitorTools()), person].map(({ name, title }) => ({
    name,
    title,
    isOn: !off.includes(name),
  }))
}

/** What visitors may use now. */
export async function findOfferedTools(
  ctx: Ctx,
): Promise<{ tools: VisitorTool[]; mayAskForPerson: boolean }> {
  const [{ off }, all] = await Promise.all([chatTools.read(ctx), ctx.visitorTools()])
  return {
    tools: all.filter(({ name }) => !off.includes(name)),
    mayAskForPerson: !off.includes(ASK_FOR_PERSON),
  }
}

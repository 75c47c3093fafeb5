import { z } from 'zod'

import type { Ctx, VisitorTool } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

/** A tool that is not an action: the model reports that the visitor asks for a person (docs/decisions/0061). */
export const ASK_FOR_PERSON = 'ask_for_a_person'

const names = z.array(z.string().max(100)).max(200)

/** The form sends the names of all tools, and a checkbox for each enabled one. */
function readForm(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('tools' in given)) return given
  const { tools } = given
  if (typeof tools !== 'string') return given
  return { off: tools.split(' ').filter((name) => name !== '' && !Object.hasOwn(given, name)) }
}

/** The disabled tools, so that a tool of a new version is enabled. */
export const chatTools = defineSetting({
  key: 'chat-tools',
  schema: z.preprocess(readForm, z.object({ off: names })),
  defaults: { off: [] },
  audit: 'settings.tools',
  path: '/admin/chatbot/tools',
  area: 'knowledge',
})

export type ToolChoice = { name: string; title: string; isOn: boolean }

export async function listToolChoices(ctx: Ctx): Promise<ToolChoice[]> {
  const { off } = await chatTools.readAsOwner(ctx)
  const person = { name: ASK_FOR_PERSON, title: 'Ask for a person' }
  return [...(await ctx.visitorTools()), person].map(({ name, title }) => ({
    name,
    title,
    isOn: !off.includes(name),
  }))
}

/** @param off the tools that the assistant itself may not use. */
export async function findOfferedTools(
  ctx: Ctx,
  { toolsOff: off }: { toolsOff: readonly string[] },
): Promise<{ tools: VisitorTool[]; mayAskForPerson: boolean }> {
  const [ofAll, all] = await Promise.all([chatTools.read(ctx), ctx.visitorTools()])
  const isOffered = (name: string) => !off.includes(name) && !ofAll.off.includes(name)
  return { tools: all.filter(({ name }) => isOffered(name)), mayAskForPerson: isOffered(ASK_FOR_PERSON) }
}

import { writeWithAssistant } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { imageWidths, parseImageAddress } from '#app/features/images/image-address.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PostForm } from '../post-form.ts'

import { isSuggestion, suggestionTask } from './suggestions.ts'

/** Width in pixels of the picture sent to the model; enough to recognise the content. */
const LOOKED_AT = 960

/**
 * Asks the AI provider for a suggestion based on the editor's fields; stores nothing.
 * @throws {AppError} invalid if the fields are too empty.
 */
export async function suggest(ctx: Ctx, input: { suggestion: string; form: PostForm; outline: string }) {
  requireActor(ctx, 'content.write')
  const { suggestion, form, outline } = input
  if (!isSuggestion(suggestion)) throw new AppError('invalid', 'There are no suggestions for this field.')
  if (suggestion === 'content' && outline.trim() === '')
    throw new AppError('invalid', 'Please write an outline first.')
  if (suggestion !== 'content' && suggestion !== 'imageAlt' && form.content.trim() === '')
    throw new AppError('invalid', 'Please write some of the content first.')
  const task = suggestionTask(suggestion, form, outline)
  return writeWithAssistant(
    ctx,
    suggestion === 'imageAlt' ? { ...task, picture: await pictureOf(ctx, form.imageUrl) } : task,
  )
}

async function pictureOf(ctx: Ctx, address: string) {
  const image = parseImageAddress(address)
  const width = image && (imageWidths(image.width).findLast((kept) => kept <= LOOKED_AT) ?? image.width)
  const bytes = image && (await ctx.files.get(`images/${image.id}/${width}.webp`))
  if (!bytes)
    throw new AppError('invalid', 'Please upload an image first: images on other sites cannot be described.')
  return { bytes, type: 'image/webp' }
}

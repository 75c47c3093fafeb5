import { writeWithAssistant } from '#app/features/ai/writing/write-with-assistant.server.ts'
import { imageWidths, parseImageAddress } from '#app/features/images/image-address.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PostForm } from '../post-form.ts'

import { isSuggestion, suggestionTask } from './suggestions.ts'

/** Enough for a model to see what a picture shows. */
const LOOKED_AT = 960

/**
 * Has something of a post suggested, from what is in the editor; nothing is stored.
 * @throws {AppError} invalid where there is nothing to suggest from.
 */
export async function suggest(ctx: Ctx, input: { suggestion: string; form: PostForm; outline: string }) {
  requireActor(ctx)
  const { suggestion, form, outline } = input
  if (!isSuggestion(suggestion)) throw new AppError('invalid', 'This cannot be suggested.')
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
    throw new AppError('invalid', 'Please upload an image first: one of another site is not looked at.')
  return { bytes, type: 'image/webp' }
}

import { imageAddress, imageWidths, parseImageAddress } from '#app/features/images/image-address.ts'
import { storeImage } from '#app/features/images/store-image.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { PostForm } from '../post-form.ts'

import { readImportPicture, replacePictures, type RunningImport } from './read-import.ts'

/** What was wrong, in sentences for the report. */
export function reasonOf(error: AppError): string {
  return error instanceof FieldErrors ? Object.values(error.fields).join(' ') : error.message
}

/** An import, and the path of the local copy of its file. */
type StoringPictures = RunningImport & { path: string }

type WithNotes = { form: PostForm; notes: string[] }

/** Stores the pictures of the file that the post shows. One that cannot be read is left out and noted. */
export async function withPictures(
  ctx: Ctx,
  running: StoringPictures,
  { form, notes }: WithNotes,
): Promise<PostForm> {
  const names = new Set<string>()
  for (const text of [form.content, form.imageUrl])
    replacePictures(text, (name) => {
      names.add(name)
      return ''
    })
  const addresses = new Map<string, string>()
  for (const name of names) {
    running.signal.throwIfAborted()
    try {
      addresses.set(name, await storePicture(ctx, running, name))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      notes.push(`The picture ${name} was left out: ${reasonOf(error)}`)
    }
  }
  const replace = (text: string) => replacePictures(text, (name) => addresses.get(name) ?? '#')
  const imageUrl = replace(form.imageUrl)
  return { ...form, content: replace(form.content), imageUrl: imageUrl === '#' ? '' : imageUrl }
}

/** The picture's id is stored first, so that an interrupted run stores it under the same one again. */
async function storePicture(ctx: Ctx, { id, path }: StoringPictures, name: string): Promise<string> {
  const key = { import_id: id, name }
  const own = parseImageAddress(/(?:^|\/)(images\/[^/]+\/[^/]+)$/.exec(`/${name}`)?.[0] ?? '')
  await ctx.db
    .insertInto('blog_import_picture')
    .values({ ...key, ...(await placeOf(ctx, own)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { image_id, address: known } = await ctx.db
    .selectFrom('blog_import_picture')
    .select(['image_id', 'address'])
    .where('import_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (known !== null) return known
  const { bytes } = await ctx.pool.run(readImportPicture, { path, name })
  const image = { name: name.replace(/^.*\//, ''), bytes, id: image_id }
  const { address, stored } = await storeImage(ctx, {
    ...image,
    ...(own?.id === image_id && { width: own.width }),
  })
  await ctx.db
    .updateTable('blog_import_picture')
    .set({ address, files: JSON.stringify(stored) })
    .where('import_id', '=', id)
    .where('name', '=', name)
    .execute()
  return address
}

/**
 * A picture that was exported here keeps its id, so that its posts keep their text. One that is still stored stays as it
 * is, and no file replaces another picture that has its id.
 */
async function placeOf(
  ctx: Ctx,
  own: ReturnType<typeof parseImageAddress>,
): Promise<{ image_id: string; address: string | null }> {
  if (!own) return { image_id: newId(), address: null }
  const has = async (width: number) => (await ctx.files.get(`images/${own.id}/${width}.webp`)) !== null
  if (await has(own.width)) return { image_id: own.id, address: imageAddress(own) }
  for (const width of imageWidths(Infinity)) if (await has(width)) return { image_id: newId(), address: null }
  return { image_id: own.id, address: null }
}

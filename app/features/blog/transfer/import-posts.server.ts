import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { slugOf } from '../content/slug.ts'
import { insertPost, makePost } from '../create-post.server.ts'
import { postSubject } from '../post-subject.ts'

import { type ImportedPost, UnreadableImport } from './imported-post.ts'
import { readGhost } from './read-ghost.server.ts'
import { readMarkdownZip } from './read-markdown-zip.server.ts'
import { readWxr } from './read-wxr.server.ts'

export type ImportReport = {
  imported: number
  /** With why, in a sentence each. */
  left: { title: string; reason: string }[]
}

/**
 * Takes posts in: a zip of Markdown, WordPress's XML or Ghost's JSON, told apart by content. Each is taken or left by
 * itself; what is there already by its address is left, so that the same file can be imported again.
 * @param input.base address of the old blog, to which Ghost's pictures belong; may be empty.
 * @throws {FieldErrors} file: when nothing in it can be read.
 */
export async function importPosts(
  ctx: Ctx,
  input: { bytes: Uint8Array; base: string },
): Promise<ImportReport> {
  requireActor(ctx)
  const report: ImportReport = { imported: 0, left: [] }
  for (const post of readPosts(input)) {
    if ('reason' in post) {
      report.left.push({ title: post.fileName, reason: post.reason })
      continue
    }
    const reason = await takePost(ctx, post)
    if (reason === null) report.imported += 1
    else report.left.push({ title: post.form.title || post.form.slug, reason })
  }
  return report
}

function readPosts({ bytes, base }: { bytes: Uint8Array; base: string }) {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readMarkdownZip(bytes)
    const text = new TextDecoder().decode(bytes).trimStart()
    if (text.startsWith('<')) return readWxr(text)
    if (text.startsWith('{')) return readGhost(text, base.replace(/\/+$/, ''))
  } catch (error) {
    if (error instanceof UnreadableImport) throw new FieldErrors({ file: error.message })
    throw error
  }
  throw new FieldErrors({ file: 'This is no zip of Markdown files, nor an export of WordPress or Ghost.' })
}

/** @returns why it was left; null once it is stored. */
async function takePost(ctx: Ctx, { form, createdAt, publishedAt }: ImportedPost): Promise<string | null> {
  const slug = slugOf(form.slug || form.title)
  if (await isThere(ctx, slug)) return 'A post with this address is there already.'
  try {
    const made = await makePost({ ...form, slug })
    const now = ctx.clock.now()
    // What was to appear later elsewhere is a draft here, to be planned anew.
    const isToCome = publishedAt !== null && publishedAt > now
    await withTransaction(ctx, async (ctx) => {
      const { id } = await insertPost(ctx, made, {
        createdAt: Math.min(createdAt ?? now, now),
        publishedAt: isToCome ? null : publishedAt,
      })
      await recordChange(ctx, {
        what: 'post.imported',
        subject: postSubject({ id, title: made.fields.title }),
      })
    })
    return null
  } catch (error) {
    if (error instanceof FieldErrors) return Object.values(error.fields).join(' ')
    throw error
  }
}

async function isThere(ctx: Ctx, slug: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('blog_slug').select('slug').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined
}

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/image.route.ts'

const types = { avif: 'image/avif', webp: 'image/webp' }

/** A picture's bytes never change, because another picture has another address. */
export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [, width, format] = /^(\d{1,4})(?:x\d{1,5})?\.(avif|webp)$/.exec(params.file) ?? []
    const isId = /^[0-9a-f-]{36}$/.test(params.id)
    const read = async (as: keyof typeof types) =>
      isId && width ? ctx.files.get(`images/${params.id}/${width}.${as}`) : null
    const asked = await read(format as keyof typeof types)
    // An animation is kept as WebP only.
    const bytes = asked ?? (format === 'avif' ? await read('webp') : null)
    if (!bytes) throw new AppError('not-found', 'There is no such image.')
    return new Response(bytes, {
      headers: {
        'content-type': types[asked ? (format as keyof typeof types) : 'webp'],
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  })
}

import { AppError } from '#app/platform/errors.ts'
import { answer, inlineDisposition } from '#app/platform/http/answer.server.ts'

import { findPdf } from './items/citations.server.ts'

import type { Route } from './+types/pdf.route.ts'

/** Allows only the browser's PDF viewer, which uses inline styles. */
const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Never cached, because a deleted, disabled or private PDF must be unreachable at once. */
export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const pdf = await findPdf(ctx, params.id)
    if (!pdf) throw new AppError('not-found', 'There is no such document.')
    return new Response(new Uint8Array(pdf.bytes), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': inlineDisposition(pdf.name),
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    })
  })
}

import type { Ctx } from '#app/platform/context.server.ts'

/** The file at the root of the site that shows the key is ours. */
export const KEY_PATH = '/indexnow.txt'

/** 32 hexadecimal digits, the same on every instance (https://www.indexnow.org/documentation). */
export function indexNowKey({ signer }: Pick<Ctx, 'signer'>): string {
  return Buffer.from(signer.sign('index-now', 'key')).toString('hex').slice(0, 32)
}

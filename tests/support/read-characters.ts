import type { TestCtx } from './test-ctx.ts'

/** Returns a context that counts the characters of all texts that its queries return. */
export function countingReads<Given extends TestCtx>(ctx: Given): { ctx: Given; read: () => number } {
  let characters = 0
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const value of result.rows.flatMap((row) => Object.values(row)))
        if (typeof value === 'string') characters += value.length
      return result
    },
  })
  return { ctx: { ...ctx, db }, read: () => characters }
}

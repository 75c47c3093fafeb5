/** Links are prefetched when the pointer is over them. */
export function isPrefetch({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '')
}

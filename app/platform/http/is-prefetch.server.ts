/** Links are prefetched when the pointer is over them, and the neighbours of an open item ahead. */
export function isPrefetch({ headers, url }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '') || new URL(url).searchParams.has('ahead')
}

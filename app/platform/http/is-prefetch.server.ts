/** Links are fetched ahead when somebody points at them. */
export function isPrefetch({ headers }: Request): boolean {
  return /\bprefetch\b/.test(headers.get('sec-purpose') ?? '')
}

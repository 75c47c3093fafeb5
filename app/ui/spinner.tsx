import { LoaderCircle } from './icons.tsx'

/** Turns while something is under way; what it is stands beside it in words. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`spinner ${className}`} />
}

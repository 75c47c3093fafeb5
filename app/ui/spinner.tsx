import { LoaderCircle } from './icons.tsx'

export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`spinner ${className}`} />
}

import { Check } from '#app/ui/icons.tsx'

export function CheckedLines({ lines, className }: { lines: readonly string[]; className: string }) {
  if (lines.length === 0) return null
  return (
    <ul className={className}>
      {lines.map((line, index) => (
        <li key={index} className="flex items-start gap-3 text-secondary">
          <Check aria-hidden className="mt-1 size-4 shrink-0 text-second" />
          {line}
        </li>
      ))}
    </ul>
  )
}

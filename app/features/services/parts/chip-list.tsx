/** Names side by side: technologies, platforms, industries. */
export function ChipList({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2.5">
      {names.map((name) => (
        <li key={name} className="rounded-full border border-line-strong px-4 py-1.5 text-secondary">
          {name}
        </li>
      ))}
    </ul>
  )
}

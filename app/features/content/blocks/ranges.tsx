/** Keeps ranges such as $3,000–$5,000 or 3–5 on one line, because browsers break lines after a dash. */
export function Ranges({ text }: { text: string }) {
  return text.split(/(\S*\d\S*[-–]\S*\d\S*)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

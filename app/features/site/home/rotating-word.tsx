/**
 * One word after another in one place, 2000 ms each (§9), by CSS alone. All words lie in one grid cell, which is as wide
 * as the widest: nothing around them moves. Screen readers get the whole list as one phrase.
 */
export function RotatingWord({ words }: { words: readonly string[] }) {
  return (
    <>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden className="rotating-word">
        {words.map((word, index) => (
          <span key={word} className={`sweep-text rotating-word-${index}`}>
            {word}
          </span>
        ))}
      </span>
    </>
  )
}

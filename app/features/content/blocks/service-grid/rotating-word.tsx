/** Words that the animation shows in turn; fewer words are repeated. */
const TURNS = 5

/**
 * Shows one word after another for 2000 ms each, by CSS alone. All words share one grid cell, which is as wide as the
 * widest, so that nothing around them moves. Screen readers get the whole list as one phrase.
 */
export function RotatingWord({ words }: { words: readonly string[] }) {
  const turns = Array.from({ length: TURNS }, (_, turn) => words[turn % words.length])
  return (
    <>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden data-sample="repeated" className="rotating-word">
        {turns.map((word, index) => (
          <span key={index} className={`sweep-text rotating-word-${index}`}>
            {word}
          </span>
        ))}
      </span>
    </>
  )
}

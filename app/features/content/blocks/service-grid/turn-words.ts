/** Milliseconds that a word is shown, as in home.css. */
const TURN = 2000

/**
 * Hides the rotating words that are not in turn, so that they can neither be selected nor read as text. CSS cannot: an
 * animation of `visibility` would occupy the page's thread in each frame.
 */
export function turnWords(): void {
  document.querySelectorAll('.rotating-word').forEach(({ children }) => {
    const animation = children[0]?.getAnimations()[0]
    // There is none under reduced motion, where only the first word is visible.
    if (!animation) return
    const turn = () => {
      const time = Number(animation.currentTime)
      const inTurn = Math.floor(time / TURN) % children.length
      for (const [index, word] of [...children].entries())
        word.toggleAttribute('data-waits', index !== inTurn)
      // A little later, because timers may fire early.
      setTimeout(turn, TURN - (time % TURN) + 20)
    }
    turn()
  })
}

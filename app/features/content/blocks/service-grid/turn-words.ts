/** How long each word is shown, in milliseconds. home.css has the same figure. */
const TURN = 2000

/**
 * Hides all rotating words but the current one, so that only that one can be selected or copied. It is done here because
 * a CSS animation of `visibility` keeps the page's thread busy in every frame.
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

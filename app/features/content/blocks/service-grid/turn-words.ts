/** Milliseconds that each word is shown. The animation in home.css must match. */
const TURN = 2000

/**
 * Hides all rotating words but the current one, so that only that one can be selected or copied. It is done here because
 * a CSS animation of `visibility` keeps the page's thread busy in every frame.
 */
export function turnWords(): void {
  // Under reduced motion the style sheet shows only the first word.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.querySelectorAll('.rotating-word').forEach(({ children }) => {
    const turn = () => {
      // Looked up each time: stopping the animations removes it, and starting them creates another.
      const animation = children[0]?.getAnimations()[0]
      const time = animation ? Number(animation.currentTime) : 0
      const inTurn = Math.floor(time / TURN) % children.length
      for (const [index, word] of [...children].entries())
        word.toggleAttribute('data-waits', index !== inTurn)
      // A little later, because timers may fire early.
      setTimeout(turn, TURN - (time % TURN) + 20)
    }
    turn()
  })
}

/** Runs `task` once the page is loaded and the browser idle. Safari has no requestIdleCallback. */
export function whenIdle(task: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 200))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

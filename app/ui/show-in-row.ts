/** A ref for the current link of a row: scrolls the row to the link without scrolling the page. */
export function showInRow(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (!link || !row) return
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
}

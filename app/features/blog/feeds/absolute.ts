/** Tags as our own renderer writes them, with their values in double quotes. */
const TAG = /<[a-z][^"<>]*(?:"[^"]*"[^"<>]*)*>/g

/** A post's HTML with whole addresses: those that begin at our root or within the page mean nothing in a feed reader. */
export function absolute(html: string, publicUrl: string, link: string): string {
  return html.replaceAll(TAG, (tag) =>
    tag
      .replaceAll(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${publicUrl}/`)
      .replaceAll(
        / srcset="([^"]*)"/g,
        (_, sources: string) =>
          ` srcset="${sources.replaceAll(/(^|, )\/(?!\/)/g, (_before, start: string) => `${start}${publicUrl}/`)}"`,
      )
      .replaceAll(' href="#', () => ` href="${link}#`),
  )
}

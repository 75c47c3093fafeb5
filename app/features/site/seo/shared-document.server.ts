/**
 * An answer that everybody shares and nobody keeps unasked: it comes from the page cache, which forgets it when the
 * site's settings change, so that asking again costs a 304.
 * @param contentType with its charset
 */
export function sharedDocument(text: string, contentType: string): Response {
  return new Response(text, {
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=0, must-revalidate' },
  })
}

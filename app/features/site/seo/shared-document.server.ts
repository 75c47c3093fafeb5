/** A response that all visitors share through the page cache. */
export function sharedDocument(text: string, contentType: string): Response {
  return new Response(text, {
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=0, must-revalidate' },
  })
}

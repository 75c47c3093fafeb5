/** What the server itself answers when no page can: in the form that the asker reads, with the request's id and no internals. */
export function plainAnswer(
  request: Request,
  answer: {
    status: number
    title: string
    text: string
    requestId: string
    headers?: Record<string, string>
  },
): Response {
  const headers = { ...answer.headers, 'cache-control': 'no-store' }
  if (!request.headers.get('accept')?.includes('text/html'))
    return Response.json(
      { error: answer.text, requestId: answer.requestId },
      { status: answer.status, headers },
    )
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${answer.title}</title></head><body><main><h1>${answer.title}</h1><p>${answer.text}</p><p><a href="/">Return to Home</a></p><p><small>Request ${answer.requestId}</small></p></main></body></html>`
  return new Response(page, {
    status: answer.status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}

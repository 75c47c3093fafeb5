/** The Content-Disposition of a file that the browser shows under its own name (RFC 6266, RFC 8187). */
export function inlineDisposition(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[^ -~]|["%\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A path without the signature that opens it: it is shown to more people than may open it. */
export function withoutSignature(path: string): string {
  return path.replaceAll(/\.[\w-]{43}(?=[/.]|$)/g, '.…')
}

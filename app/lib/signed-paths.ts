/** Removes the signature from a path, because more people see the path than may open it. */
export function withoutSignature(path: string): string {
  return path.replaceAll(/\.[\w-]{43}(?=[/.]|$)/g, '.…')
}

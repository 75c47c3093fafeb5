// Ours.
export function parseHttpEquivHeaders(html: string, baseUrl: string): Map<string, string[]>

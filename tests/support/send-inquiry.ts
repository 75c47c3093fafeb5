import { inquiryFields } from '#tests/factories/inquiry.ts'

/** Fetches the token with which repeated submissions count as one inquiry. */
export async function fetchFormToken(url: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/api/contact-form`, signal && { signal })
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Sends an inquiry as the form's script does. */
export async function sendInquiry(
  url: string,
  overrides: Record<string, string> = {},
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const token = overrides['token'] ?? (await fetchFormToken(url))
  const body = new URLSearchParams({ ...inquiryFields(overrides), token })
  return fetch(`${url}/api/inquiries`, { method: 'POST', body, headers, ...(signal && { signal }) })
}

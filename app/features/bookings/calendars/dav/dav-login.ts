import { FieldErrors } from '#app/platform/errors.ts'

/** Stored sealed and sent only over https. */
export type DavAccount = { user: string; password: string }

export type DavLogin = Record<'davAddress' | 'davUser' | 'davPassword', string>

/** @throws {FieldErrors} davAddress, davUser, davPassword */
export function addressOf({ davAddress, davUser, davPassword }: DavLogin): URL {
  const text = davAddress.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const faults = {
    ...((!url || text === '' || text.length > 2000) && {
      davAddress: 'Please enter the address of the calendar server, such as https://caldav.example.com.',
    }),
    ...((davUser === '' || davUser.length > 200 || davUser.includes(':')) && {
      davUser: 'Please enter the user name.',
    }),
    ...((davPassword === '' || davPassword.length > 500) && { davPassword: 'Please enter the password.' }),
  }
  if (!url || Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return url
}

export function accountOf({ davUser, davPassword }: DavLogin): DavAccount {
  return { user: davUser, password: davPassword }
}

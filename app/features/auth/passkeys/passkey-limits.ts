export const MOST_PASSKEYS = 10
export const PASSKEY_NAME_MAX = 60

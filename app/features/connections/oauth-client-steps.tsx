/** What a step shows of the provider's console: its menu, the page that is chosen there, and what to fill in and press. */
type Picture = {
  menu: readonly string[]
  chosen: string
  title: string
  fields: readonly (readonly [name: string, value: string])[]
  press: string
}

type Step = { text: string; picture?: Picture }

const platform = ['Overview', 'Branding', 'Audience', 'Clients', 'Data Access']
const registration = ['Overview', 'Authentication', 'Certificates & secrets', 'API permissions']

/** The consoles' words as of November 2026. */
const steps: Readonly<Record<'google' | 'microsoft', readonly Step[]>> = {
  google: [
    {
      text: 'Open console.cloud.google.com and create a project. Under “APIs & Services”, enable the Google Calendar API for calendars and the Gmail API for mail.',
      picture: {
        menu: ['Enabled APIs & services', 'Library', 'Credentials'],
        chosen: 'Library',
        title: 'Google Calendar API',
        fields: [],
        press: 'Enable',
      },
    },
    {
      text: 'Under “Google Auth Platform”, enter the name of your business. Choose “Internal” if your team uses Google Workspace: with “External”, Google reviews the app before others may use it for mail, and ends the access of a test after seven days.',
      picture: {
        menu: platform,
        chosen: 'Audience',
        title: 'Audience',
        fields: [['User type', 'Internal']],
        press: 'Make internal',
      },
    },
    {
      text: 'Under “Data Access”, add the scopes below.',
      picture: {
        menu: platform,
        chosen: 'Data Access',
        title: 'Manually add scopes',
        fields: [['Scopes', 'The scopes below']],
        press: 'Add to table',
      },
    },
    {
      text: 'Under “Clients”, create a client of the type “Web application” with the redirect address below.',
      picture: {
        menu: platform,
        chosen: 'Clients',
        title: 'Create OAuth client ID',
        fields: [
          ['Application type', 'Web application'],
          ['Authorised redirect URIs', 'The redirect address below'],
        ],
        press: 'Create',
      },
    },
    { text: 'Copy the client’s ID and secret into this form, and save it.' },
  ],
  microsoft: [
    {
      text: 'Open entra.microsoft.com and, under “App registrations”, choose “New registration”.',
    },
    {
      text: 'Choose who may use it, and enter the redirect address below for the platform “Web”.',
      picture: {
        menu: ['Enterprise applications', 'App registrations'],
        chosen: 'App registrations',
        title: 'Register an application',
        fields: [
          ['Supported account types', 'This directory only'],
          ['Redirect URI: Web', 'The redirect address below'],
        ],
        press: 'Register',
      },
    },
    {
      text: 'Under “API permissions”, add the permissions below: Microsoft Graph, delegated. If your directory asks for it, let an administrator grant consent.',
      picture: {
        menu: registration,
        chosen: 'API permissions',
        title: 'Microsoft Graph · Delegated permissions',
        fields: [['Select permissions', 'The permissions below']],
        press: 'Add permissions',
      },
    },
    {
      text: 'For mail, an administrator also has to allow “Authenticated SMTP” and IMAP for the mailbox, under its mail apps in admin.microsoft.com.',
      picture: {
        menu: ['Active users', 'Contacts', 'Groups'],
        chosen: 'Active users',
        title: 'Mail · Manage email apps',
        fields: [
          ['IMAP', '✓'],
          ['Authenticated SMTP', '✓'],
        ],
        press: 'Save changes',
      },
    },
    {
      text: 'Under “Certificates & secrets”, create a client secret. Copy its value, the application’s ID and the directory’s ID into this form, and save it.',
      picture: {
        menu: registration,
        chosen: 'Certificates & secrets',
        title: 'Client secrets',
        fields: [['Value', 'Copy this, not the Secret ID']],
        press: 'New client secret',
      },
    },
  ],
}

export function OauthClientSteps({ provider }: { provider: 'google' | 'microsoft' }) {
  return (
    <ol className="mt-2 grid list-decimal gap-4 ps-5 text-secondary">
      {steps[provider].map(({ text, picture }) => (
        <li key={text}>
          {text}
          {picture ? <Drawn {...picture} /> : null}
        </li>
      ))}
    </ol>
  )
}

/** Hidden from screen readers, because the step's text says the same. */
function Drawn({ menu, chosen, title, fields, press }: Picture) {
  return (
    <div
      aria-hidden
      className="mt-2 grid max-w-lg grid-cols-[2fr_3fr] overflow-hidden rounded-md border border-line text-xs"
    >
      <ul className="bg-overlay py-2">
        {menu.map((name) => (
          <li
            key={name}
            className={
              name === chosen
                ? 'border-s-2 border-accent px-3 py-1 font-semibold text-primary'
                : 'px-3 py-1 text-muted'
            }
          >
            {name}
          </li>
        ))}
      </ul>
      <div className="grid content-start gap-2 bg-ink p-3">
        <p className="font-semibold text-primary">{title}</p>
        {fields.map(([name, value]) => (
          <div key={name} className="grid gap-0.5">
            <span className="text-muted">{name}</span>
            <span className="rounded-sm border border-line-strong px-2 py-1 text-primary">{value}</span>
          </div>
        ))}
        <span className="w-fit rounded-sm bg-accent-fill px-2 py-1 font-medium text-white">{press}</span>
      </div>
    </div>
  )
}

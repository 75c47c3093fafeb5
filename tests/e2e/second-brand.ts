/** Values of a form's fields by name; a list has one value per item. */
export type Values = { [name: string]: string | Values | readonly (string | Values)[] }

export type BlockWords = { kind: string; values: Values }

/** A stove fitter in Saxony, whose words no agency would use. */
export const brand = {
  name: 'Ostermann Stoves',
  accent: '#a33b1c',
  second: '#2f6b4f',
  ground: 'Light',
  fonts: 'sora-nunito',
  radius: '4',
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path fill="#a33b1c" d="M0 0h80v20z"/></svg>',
  email: 'desk@ostermann.test',
}

/** Facts that are not listed are left empty and must leave no trace. */
export const facts: Readonly<Record<string, string>> = {
  replyWithin: 'two working days',
  hours: 'weekdays from seven',
  areaServed: 'Saxony',
  currencyName: 'euros',
  deposit: 'a third',
  paymentDays: '21',
  privacyReply: 'one week',
}

export const ownFact = { name: 'foundedIn', title: 'Founded in', value: '1987' }

export const menus = {
  header: ['Welcome', 'Trades', 'Write to us', 'Workshop diary'],
  button: 'Ask for a visit',
  columns: ['Our trades', 'The firm', 'Small print'],
  blurb: 'Stoves set by hand in Saxony since {foundedIn}.',
  legalLine: '© {years} {siteName}, Leipzig',
  since: '1987',
}

type Service = {
  name: string
  /** The id of the starter page that becomes it; null for a new page. */
  from: string | null
  path: string
  details: Values
  choices?: Readonly<Record<string, string>>
  blocks: readonly BlockWords[]
}

const contactForm = (title: string): BlockWords => ({
  kind: 'Contact form',
  values: {
    Title: title,
    'Text below the title': 'A fitter rings you back in {replyWithin}.',
    Points: ['We look at the flue first'],
  },
})

export const services: readonly Service[] = [
  {
    name: 'Stove fitting',
    from: 'website-development',
    path: '/services/stove-fitting',
    details: {
      Name: 'Stove fitting',
      'Title in search results': 'Stoves fitted in Leipzig',
      'Description in search results': 'Tiled and iron stoves, set and connected by masters of the trade.',
      'Title on share images': 'Stoves set by masters',
      'Beside the name in the menu': 'Tiled and iron',
      'On cards: what it does for the visitor':
        'We set your stove, connect the flue and light the first fire.',
      'Who it is for': 'Houses with a chimney of brick',
      'Ready in': 'about nine days',
      'Price in words': '',
      'Price from': '4200',
      'Price up to': '9800',
      Currency: 'EUR',
    },
    choices: { Icon: 'hand', 'Moving picture on the home page': 'None' },
    blocks: [
      {
        kind: 'Head of a service’s page',
        values: {
          Title: 'A stove that outlives us',
          'First sentences': 'Clay, iron and patience, as it was done in {foundedIn}.',
          'Wording of the time': 'Warm after {timeline}',
        },
      },
      {
        kind: 'Plans',
        values: {
          Title: 'What a stove comes to',
          'Button of each plan': 'Choose this stove',
          Plans: [
            { Name: 'Iron stove', Price: '4200', 'What is included': ['Flue, hearth plate and first fire'] },
          ],
        },
      },
      contactForm('Which room shall be warm?'),
    ],
  },
  {
    name: 'Chimney sweeping',
    from: 'ai-chatbots',
    path: '/services/chimney-sweeping',
    details: {
      Name: 'Chimney sweeping',
      'Title in search results': 'Chimneys swept twice a year',
      'Description in search results': 'We sweep and measure, and leave no soot on your carpet.',
      'Title on share images': 'Swept chimneys draw better',
      'Beside the name in the menu': 'Twice a year',
      'On cards: what it does for the visitor':
        'Swept flues, measured draught and a signed sheet for the insurer.',
      'Who it is for': 'Whoever burns wood or pellets',
      'Ready in': 'one morning',
      'Price in words': '€90 a visit',
      Currency: 'EUR',
    },
    choices: { Icon: 'sparkles', 'Moving picture on the home page': 'None' },
    blocks: [
      {
        kind: 'Head of a page',
        values: { Title: 'Soot out, draught in', 'First sentence': 'One morning is enough.' },
      },
      {
        kind: 'Questions and answers',
        values: {
          Title: 'Asked at the door',
          Questions: [
            { Question: 'Must I be at home?', Answer: 'Yes, for the cellar and for the stove itself.' },
          ],
        },
      },
    ],
  },
  {
    name: 'Heat pump advice',
    from: null,
    path: '/services/heat-pump-advice',
    details: {
      Name: 'Heat pump advice',
      'Title in search results': 'Is a heat pump right here?',
      'Description in search results': 'We reckon your house through and say plainly whether a pump pays.',
      'Title on share images': 'A pump, or not yet',
      'Beside the name in the menu': 'Reckoned honestly',
      'On cards: what it does for the visitor':
        'A reckoning of your house, with and without a pump, on three sheets.',
      'Who it is for': 'Owners who are about to renovate',
      'Ready in': 'a fortnight',
      'Price in words': '€350 all told',
      Currency: 'EUR',
    },
    choices: { Icon: 'gauge' },
    blocks: [
      {
        kind: 'Head of a page',
        values: { Title: 'Does a pump pay?', 'First sentence': 'Often, and sometimes not at all.' },
      },
    ],
  },
]

/** Starter pages that the firm has no use for. */
export const unwanted = [
  'ai-video-production',
  'ai-voice-agents',
  'workflow-automation',
  'seo-optimisation',
  'about',
]

type Page = { id: string; details: Values; blocks: readonly BlockWords[] }

const legalPage = (id: string, name: string, section: string, words: string): Page => ({
  id,
  details: {
    Name: name,
    'Title in search results': `${name} of our workshop`,
    'Description in search results': `${section}, told on one sheet.`,
    'Title on share images': name,
  },
  blocks: [
    {
      kind: 'Legal text',
      values: {
        Title: name,
        'When it was last updated': 'In force since spring',
        'First sentences': 'What holds between {siteName} and you.',
        Sections: [{ 'Short name in links': 'first', Title: section, Paragraphs: [words], Points: [''] }],
      },
    },
  ],
})

/** Pages that keep their address while all their content is replaced. */
export const pages: readonly Page[] = [
  {
    id: 'home',
    details: {
      Name: 'Welcome',
      'Title in search results': 'Stoves, chimneys and warm rooms in Leipzig',
      'Description in search results': 'A family workshop that sets stoves and sweeps chimneys, {hours}.',
      'Title on share images': 'Warm rooms since {foundedIn}',
    },
    blocks: [
      {
        kind: 'Opening of the home page',
        values: {
          'Above the title': 'Master stove fitters of Leipzig',
          Title: 'Rooms that stay',
          'End of the title, in colour': 'warm',
          'First sentence': 'Three generations have set stoves between Leipzig and Grimma.',
          'First button': { Label: 'Ask for a visit', 'Leads to': '/contact' },
          'Note below the buttons': 'You hear from us in {replyWithin}.',
          Scene: {
            'What happens': 'The doorbell rings',
            When: 'Tuesday, 7:10',
            'What the caller says': 'It smokes when the wind is west.',
            'What is answered': 'Then we raise the cowl by a foot.',
          },
        },
      },
      {
        kind: 'Claims',
        values: { Claims: [{ Figure: '{foundedIn}', 'What it is': 'the year grandmother began' }] },
      },
      {
        kind: 'Introduction',
        values: {
          Title: 'What we put our hands to',
          'Text below the title': 'Three trades under one slate roof.',
          'Label of each link': 'Read on',
          'Title of the reasons': 'Why neighbours send neighbours',
          Reasons: [{ Title: 'One visit, one price', Text: 'It is written down before we unload the van.' }],
        },
      },
      contactForm('Shall we come by?'),
    ],
  },
  {
    id: 'services',
    details: {
      Name: 'Trades',
      'Title in search results': 'Our three trades',
      'Description in search results':
        'Setting, sweeping and reckoning, with times and prices in {currencyName}.',
      'Title on share images': 'Our three trades',
    },
    blocks: [
      {
        kind: 'Head of a page',
        values: { Title: 'Our three trades', 'First sentence': 'Each begins with a look at the flue.' },
      },
      {
        kind: 'All services, one below the other',
        values: { 'Label of each service’s link': 'To this trade' },
      },
      {
        kind: 'All services in a table',
        values: {
          Title: 'Times and prices',
          'Text below the title': 'As of this spring.',
          'Column headings': { Service: 'Trade', Time: 'Takes', Price: 'Comes to' },
        },
      },
    ],
  },
  {
    id: 'contact',
    details: {
      Name: 'Write to us',
      'Title in search results': 'Write to the workshop',
      'Description in search results': 'By letter, by form or at the gate; a fitter rings back.',
      'Title on share images': 'Write to the workshop',
    },
    blocks: [
      {
        kind: 'Contact page',
        values: {
          Title: 'Write to the workshop',
          'First sentences': 'Tell us where it smokes, and since when.',
          'Card with your e-mail address': { Name: 'Letters', Text: 'Read each evening' },
          'Further cards': [{ Name: 'At the gate', Value: '{hours}', Text: 'Ring twice' }],
          'Title of the ways to write': 'Three ways',
          'The form': { Name: 'This form', Text: 'Reaches the bench at once.', Label: 'Best' },
          'An e-mail': { Name: 'A letter', Text: 'With pictures of the stove.' },
          'The assistant': {
            Name: 'The bellows',
            Text: 'Knows times and prices.',
            'Leads to, if scripts are turned off': '/services',
          },
          'Title of the form': 'Your message to the bench',
        },
      },
    ],
  },
  legalPage(
    'terms',
    'Workshop rules',
    'Orders and payment',
    'We ask for {deposit} on the first day and for what remains {paymentDays} days after the first fire.',
  ),
  legalPage(
    'privacy',
    'Your particulars',
    'What we write down',
    'Your address stands in our order book. Ask, and you hear in {privacyReply}.',
  ),
]

export const newPages = [
  {
    name: 'Our workshop',
    path: '/our-workshop',
    text: 'The bench stands where grandmother left it in {foundedIn}.',
  },
  {
    name: 'Ten winters',
    path: '/ten-winters',
    text: 'If a joint cracks within ten winters, we come and mend it.',
  },
]

export const post = {
  title: 'Why clay needs a week',
  content: 'Clay that dries fast will crack.\n\nSo we wait, and drink tea.',
}

export const assistant = {
  name: 'The bellows',
  welcome: 'Good day. Which room is cold?',
  prompt:
    'You speak for {site}, a workshop that offers {services}. You say that a fitter rings back in {replyWithin}.',
}

/** The longer product texts that speak of the firm; all others get generated words. */
export const wording: Readonly<Record<string, string>> = {
  'leads.form.messagePlaceholder': 'Which stove, which room, which floor?',
  'leads.toast.sentText': 'The bench has it; we ring in {replyWithin}.',
  'leads.thanks.text': 'The bench has it; we ring in {replyWithin}.',
  'leads.receipt.received': 'your lines lie on the bench, and a fitter rings you in {replyWithin}.',
  'blog.metaDescription': 'From the bench of {siteName}: clay, iron, flues.',
  'blog.text': 'Written between two stoves.',
  'found.summary': '{siteName} sets stoves and sweeps chimneys in {areaServed}.',
  'found.details': 'A visit is free. Letters go to {contactEmail}; prices are in {currencyName}.',
}

/** A value that is entered once and used in many texts. */
export type Fact = { name: string; title: string; value: string }

/** Figures and claims of the starter site, which the owner can change. */
export const starterFacts: readonly Fact[] = [
  { name: 'replyWithin', title: 'We reply within', value: '1 hour' },
  { name: 'hours', title: 'Hours', value: '24/7' },
  { name: 'languages', title: 'Languages', value: '140+' },
  { name: 'efficiency', title: 'Efficiency that is gained', value: '80%' },
  { name: 'bestGain', title: 'Efficiency that is gained in the best cases', value: '300%' },
  { name: 'costSaving', title: 'Cost that is saved', value: '40%' },
  { name: 'fasterResponse', title: 'Faster response to customers', value: '90%' },
  { name: 'uptime', title: 'Uptime that is aimed at', value: '99.9%' },
  { name: 'accuracy', title: 'Accuracy of AI systems', value: '90–95%' },
  { name: 'videoSaving', title: 'Saved against a film crew', value: '80–90%' },
  { name: 'enhancementTime', title: 'Time to enhance a video', value: '1–2 days' },
  { name: 'staffFrom', title: 'A person on the phone costs from', value: '$3,000' },
  {
    name: 'staffPerMonth',
    title: 'What a person on the phone costs',
    value: '$3,000–$5,000 per month',
  },
  { name: 'areaServed', title: 'Area that is served', value: 'Worldwide' },
  { name: 'currencyName', title: 'Prices are in', value: 'US dollars' },
  { name: 'deposit', title: 'Deposit on ordering', value: '50%' },
  { name: 'paymentDays', title: 'Days to pay', value: '30' },
  { name: 'refundDays', title: 'Days to ask for a refund', value: '14' },
  { name: 'maintenanceNotice', title: 'Maintenance is announced ahead by', value: '48 hours' },
  { name: 'privacyReply', title: 'Privacy inquiries are replied to within', value: '48 hours' },
  { name: 'inactiveYears', title: 'Years until an inactive account may be deleted', value: '3' },
]

/** Retention periods that the software's deletion jobs apply; no setting changes them. */
export const retentionFacts: readonly Fact[] = [
  { name: 'projectDataMonths', title: 'Months that project data is kept', value: '12' },
  { name: 'communicationMonths', title: 'Months that inquiries are kept', value: '24' },
  { name: 'eventDays', title: 'Days that single page views are kept', value: '90' },
]

/** Names of facts that come from the site itself. */
export const siteFactNames = ['siteName', 'contactEmail', 'businessHours', 'services'] as const

/** All facts that the product's own texts may name. */
export const namesOfFacts: ReadonlySet<string> = new Set([
  ...siteFactNames,
  ...[...starterFacts, ...retentionFacts].map(({ name }) => name),
])

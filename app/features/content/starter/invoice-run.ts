import type { StarterPage } from './starter-page.ts'

export const invoiceRun = {
  id: 'run',
  type: 'workflow-run',
  props: {
    ground: 'plain',
    title: 'One invoice, from the mail to the books',
    text: 'Run it and follow each step in the log. Then run it with an error: the invoice and the order differ, and a person decides. Here that is you.',
    sample: 'A played example: no real invoice.',
    run: 'Run it',
    runWithError: 'Run it with an error',
    startsAt: '09:14:00',
    stepsLabel: 'Steps of the run',
    logLabel: 'Log of the run',
    steps: [
      {
        name: 'Mail arrives',
        log: 'Mail from Harrow Paper Supply with one PDF.',
        seconds: 2,
      },
      {
        name: 'Invoice read',
        log: 'Number, date, order, due date and total read.',
        seconds: 4,
        reads: true,
      },
      {
        name: 'Order matched',
        log: 'Order PO-2087 found. Its total is the same: $1,248.00.',
        errorLog: 'Order PO-2087 found. It says $1,248.00, the invoice $1,428.00. Waiting for a person.',
        seconds: 2,
        asks: true,
      },
      {
        name: 'Approved',
        log: 'Within your limit of $2,000 for this supplier.',
        errorLog: 'By a person, with the difference noted.',
        seconds: 1,
      },
      {
        name: 'Booked',
        log: 'Office supplies, payment prepared for 14 October.',
        seconds: 3,
      },
      {
        name: 'Filed',
        log: 'PDF stored under Suppliers, Harrow, 2026. Mail answered.',
        seconds: 2,
      },
    ],
    invoice: {
      sender: 'Harrow Paper Supply',
      title: 'Invoice',
      fields: [
        {
          label: 'Number',
          value: 'H-10482',
        },
        {
          label: 'Date',
          value: '14 September 2026',
        },
        {
          label: 'Order',
          value: 'PO-2087',
        },
        {
          label: 'Due',
          value: '14 October 2026',
        },
        {
          label: 'Total',
          value: '$1,248.00',
          errorValue: '$1,428.00',
        },
      ],
      rows: [
        {
          text: 'Copy paper, 40 boxes',
          amount: '$960.00',
        },
        {
          text: 'Toner, 3 cartridges',
          amount: '$288.00',
        },
      ],
      differs: 'The order says $1,248.00.',
      stamp: 'Booked',
    },
    question: {
      title: 'A person decides',
      text: 'The invoice asks for $180.00 more than order PO-2087. Nothing is booked until you decide.',
      approve: 'Approve',
      approved: 'Approved by you, with the difference noted.',
      sendBack: 'Send back',
      sentBack: 'Sent back by you. The supplier is told the reason; nothing was booked.',
    },
    states: {
      waiting: 'Waiting',
      running: 'Running',
      done: 'Done',
      asked: 'Waits for a person',
      sentBack: 'Sent back',
    },
  },
} satisfies StarterPage['blocks'][number]

import type { StarterPage } from './starter-page.ts'

/** A fictional restaurant from whose documents the sample assistant answers. */
export const seeblick = {
  id: 'try',
  type: 'sample-assistant',
  props: {
    ground: 'line',
    title: 'Ask one that is running',
    text: 'This assistant belongs to a made-up restaurant and knows its three documents, nothing else. Ask in any language, and press a number to see the passage.',
    name: 'Restaurant Seeblick',
    note: 'A sample: the restaurant and its documents are made up.',
    played: 'Played sample: answers that were written beforehand.',
    greeting: 'Good evening, this is the Seeblick. What would you like to know?',
    question: 'Your question',
    ask: 'Ask',
    documentsTitle: 'What it has read',
    starters: [
      {
        question: 'Can I bring my dog on Saturday evening?',
        answer:
          'Yes, to the terrace: dogs are welcome there at any time. Inside they are welcome until 6 pm.',
        source: 'House rules',
      },
      {
        question: '¿Tienen algo sin gluten?',
        answer:
          'Sí: siete platos de la carta son sin gluten, entre ellos el risotto de azafrán y la trucha a la plancha.',
        source: 'Menu, autumn',
      },
      {
        question: 'Is the kitchen still open at ten?',
        answer:
          'On Fridays and Saturdays it is, until 10:30 pm. On other evenings the kitchen closes at 9:30 pm.',
        source: 'Opening hours',
      },
    ],
    documents: [
      {
        title: 'Menu, autumn',
        text: `Starters: pumpkin soup with ginger, 9 euros. Beetroot carpaccio with walnuts, 11 euros. Smoked char with horseradish, 14 euros.

Main courses: saffron risotto with mushrooms, 21 euros. Grilled trout with almond butter and potatoes, 27 euros. Venison ragout with spaetzle, 29 euros. Aubergine from the oven with tahini, 19 euros.

Desserts: plum cake with cream, 8 euros. Chocolate mousse, 9 euros. Poached pear with vanilla ice cream, 9 euros.

Seven dishes are gluten-free: pumpkin soup, beetroot carpaccio, smoked char, saffron risotto, grilled trout, chocolate mousse and poached pear. The beetroot carpaccio and the aubergine are vegan.

Children get a small portion of any main course at half its price.`,
      },
      {
        title: 'House rules',
        text: `Dogs are welcome on the terrace at any time, and inside until 6 pm. Water bowls stand at the door.

Tables are kept for 15 minutes. Groups of more than eight book by telephone and choose one menu of three courses for all.

We take cards from 10 euros. Bills are split by the table, not by the dish.

A cake of your own is welcome at birthdays; the plates cost 2 euros a person.`,
      },
      {
        title: 'Opening hours',
        text: `Open Tuesday to Sunday from 11:30 am. Closed on Mondays and from 24 December to 6 January.

The kitchen closes at 9:30 pm, on Fridays and Saturdays at 10:30 pm. Drinks are served for an hour longer.

From Tuesday to Friday there is a lunch menu for 16 euros between 11:30 am and 2 pm.`,
      },
    ],
  },
} satisfies StarterPage['blocks'][number]

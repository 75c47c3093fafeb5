/** Written by scripts/voice-samples.ts, together with the recordings. */
export const voiceCalls = [
  {
    name: 'An appointment on a Sunday night',
    text: 'The agent finds a free time, books it and says what to do if it gets worse.',
    src: '/samples/voice-dentist.mp3#seconds=23&wave=4425954656635865574813877457873536337632385663467367887783164761',
    lines: [
      { who: 'Agent', at: 1.2, text: 'Lang Dental, good evening. How can I help?' },
      { who: 'Caller', at: 4.6, text: 'Do you have anything free tomorrow? It’s urgent.' },
      {
        who: 'Agent',
        at: 7.8,
        text: 'I’m sorry to hear that. Dr. Lang can see you at half past eight. Shall I book it?',
      },
      { who: 'Caller', at: 12.9, text: 'Yes, please.' },
      {
        who: 'Agent',
        at: 14.3,
        text: 'It’s booked, and I’ve sent you the address. If it gets worse tonight, please call the emergency number in the same message.',
      },
      { who: 'Caller', at: 21.3, text: 'Thank you. Good night.' },
    ],
  },
  {
    name: 'An emergency goes to a person',
    text: 'It asks what matters, then puts the caller through to whoever is on call.',
    src: '/samples/voice-plumber.mp3#seconds=21&wave=3431778535185653461858734565461647216695636553665667426556757731',
    lines: [
      { who: 'Agent', at: 1.2, text: 'Harbour Plumbing. What has happened?' },
      { who: 'Caller', at: 3.6, text: 'There is water coming through the kitchen ceiling.' },
      { who: 'Agent', at: 6.2, text: 'Please close the main valve first. It is usually next to the meter.' },
      { who: 'Caller', at: 10.2, text: 'I have closed it.' },
      {
        who: 'Agent',
        at: 11.5,
        text: 'Good. I’m putting you through to Sam, who is on call. He can see your address and what you told me.',
      },
      { who: 'Sam', at: 17.3, text: 'Sam here. I can be with you in twenty minutes.' },
    ],
  },
  {
    name: 'A question it cannot answer',
    text: 'It books the table, notes the allergy and does not guess about the trout.',
    src: '/samples/voice-restaurant.mp3#seconds=24&wave=4429766568176868477586286855616766917794965479666868687633569671',
    lines: [
      { who: 'Agent', at: 1.2, text: 'Restaurant Seeblick, good afternoon.' },
      { who: 'Caller', at: 4.2, text: 'A table for four on Saturday, please. One of us cannot eat gluten.' },
      { who: 'Agent', at: 8.8, text: 'At seven, or at half past eight?' },
      { who: 'Caller', at: 11.3, text: 'Seven. Is the trout from the lake?' },
      {
        who: 'Agent',
        at: 13.6,
        text: 'I don’t know that, so I won’t guess. The kitchen will write to you today. Your table is booked, and I’ve noted the gluten.',
      },
      { who: 'Caller', at: 21.7, text: 'Perfect. See you on Saturday.' },
    ],
  },
]

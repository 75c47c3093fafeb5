export const aiChatbotsEn = {
  metaTitle: 'AI chatbots',
  metaDescription:
    'AI chatbots that answer from your own documents, cite their source and hand over to a person, in 140+ languages. Ready in {chatbotTimeline}.',
  hero: {
    title: 'Ask it anything. It answers from your pages.',
    text: 'An assistant on your site that has read your documents, says where it read it, admits what it does not know, and turns a question into an inquiry.',
    more: 'See an exchange',
  },
  featuresTitle: 'Three smart features',
  features: [
    {
      title: 'Grounded answers',
      text: 'It replies from your site, your PDFs and your texts, with the passage one click away. Under a floor of certainty it says that it does not know, instead of guessing.',
    },
    {
      title: 'A person when it matters',
      text: 'You can step into a running conversation and write yourself. The visitor sees who speaks, and the assistant stays silent until you hand back.',
    },
    {
      title: 'Inquiries, not just chats',
      text: 'When a visitor wants more, it offers the form in the conversation. Name, consent and transcript arrive together as a lead.',
    },
  ],
  demo: {
    title: 'An exchange, as it happens',
    text: 'Played from a restaurant’s assistant. The questions are typed by a visitor, the answers are taken from the menu and the house rules.',
    label: 'A played exchange',
    askOurs: 'Ask our own assistant',
    visitor: 'Visitor',
    assistant: 'Assistant',
    source: 'Source {number}: {name}',
    turns: [
      { who: 'visitor', text: 'Can I bring my dog on Saturday evening?' },
      {
        who: 'assistant',
        text: 'Yes, dogs are welcome on the terrace at any time. Inside, we ask for it before 6 pm.',
        source: 'House rules, page 2',
      },
      { who: 'visitor', text: '¿Tienen algo sin gluten?' },
      {
        who: 'assistant',
        text: 'Sí: siete platos de la carta son sin gluten, entre ellos el risotto y la trucha.',
        source: 'Menu, autumn',
      },
      { who: 'visitor', text: 'Is the trout caught in the lake nearby?' },
      {
        who: 'assistant',
        text: 'I do not find that in what I have been given. Shall I ask the kitchen to write to you?',
        source: null,
      },
    ],
  },
}

import type { Translation } from '../translation.ts'

export const assistant = {
  widget: {
    open: 'Chat öffnen',
    defaultName: 'Assistent von {siteName}',
    close: 'Chat schließen',
    book: 'Termin buchen',
    startNew: 'Neue Unterhaltung',
    message: 'Nachricht',
    placeholder: 'Fragen Sie nach unseren Leistungen',
    send: 'Nachricht senden',
    stop: 'Anhalten',
    retry: 'Erneut versuchen',
    sources: 'Quellen',
    source: 'Quelle {number}: {name}',
    page: '{title}, Seite {page}',
    log: 'Unterhaltung',
    typing: 'Der Assistent schreibt',
    latest: 'Zum Neuesten',
    loading: 'Die Unterhaltung wird geladen',
    cut: 'Diese Antwort wurde abgebrochen.',
    stopped: 'Sie haben diese Antwort angehalten.',
    you: 'Sie',
    person: 'Team',
    personSpeaks: 'Unser Team ist jetzt dabei. Ab hier antwortet Ihnen ein Mensch.',
    assistantSpeaks: 'Der Assistent antwortet Ihnen wieder.',
    personAnswers: 'Ein Mensch aus unserem Team antwortet',
    placeholderPerson: 'Schreiben Sie unserem Team',
    rate: 'Diese Antwort bewerten',
    helpful: 'Hilfreich',
    unhelpful: 'Nicht hilfreich',
    comment: 'Kommentar',
    commentPlaceholder: 'Was sollte besser sein? (freiwillig)',
    sendComment: 'Kommentar senden',
    addComment: 'Kommentar hinzufügen',
    changeComment: 'Ihren Kommentar ändern',
    suggestions: 'Vorgeschlagene Fragen',
    talkToPerson: 'Mit einem Menschen sprechen',
    wantPerson: 'Ich möchte mit einem Menschen sprechen.',
    handoverPresent:
      'Ihre Anfrage ist bei unserem Team, und gerade ist jemand online. Bitte lassen Sie diesen Chat geöffnet.',
    handoverOpen:
      'Ihre Anfrage ist bei unserem Team. Wir antworten meist innerhalb von {replyWithin}. Die Antwort erscheint hier.',
    handoverClosed:
      'Ihre Anfrage ist bei unserem Team. Wir haben jetzt geschlossen und öffnen wieder: {opens}. Hinterlassen Sie uns Ihre E-Mail-Adresse, dann antworten wir Ihnen dort.',
    handoverAway:
      'Ihre Anfrage ist bei unserem Team, aber gerade ist niemand da. Hinterlassen Sie uns Ihre E-Mail-Adresse, dann antworten wir Ihnen dort.',
    left: { one: 'Noch {count} Zeichen', other: 'Noch {count} Zeichen' },
    leaveMessage: 'Hinterlassen Sie uns eine Nachricht',
    contact: 'Kontaktformular öffnen',
    offline:
      'Ihre Nachricht wurde nicht gesendet. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    offlineToast: 'Sie sind offline',
    brokenOff: 'Die Verbindung ist abgerissen. Bitte prüfen Sie sie und versuchen Sie es noch einmal.',
    toastTitle: 'Fehler',
    dismiss: 'Schließen',
  },
  chat: {
    sampleLog: 'Beispielgespräch',
    demo: 'Ich laufe gerade im Demo-Modus, weil kein API-Schlüssel hinterlegt ist. Bitte tragen Sie im Adminbereich einen API-Schlüssel ein, um alle KI-Funktionen zu nutzen.',
    failed:
      'Es tut mir leid, ich konnte den KI-Dienst nicht erreichen. Bitte prüfen Sie die API-Einstellungen oder versuchen Sie es später noch einmal.',
    notAnswered: 'Das konnte ich gerade nicht beantworten. Bitte fragen Sie noch einmal.',
    failedToast: 'Der KI-Dienst hat nicht geantwortet. Bitte prüfen Sie die API-Einstellungen.',
    formOffered:
      'Bitte hinterlassen Sie im Formular Ihren Namen und Ihre E-Mail-Adresse. Ein Mensch antwortet Ihnen innerhalb von {replyWithin}.',
    withheld:
      'Es tut mir leid, das kann ich nicht beantworten. Kann ich Ihnen bei unseren Leistungen weiterhelfen?',
    suggested: { services: 'Alle Leistungen', about: 'Über uns', blog: 'Blog', contact: 'Kontakt' },
    errors: {
      blank: 'Bitte schreiben Sie eine Nachricht.',
      tooLong: 'Bitte schreiben Sie höchstens {max} Zeichen.',
      unreadable:
        'Dieser Text enthält Zeichen, die nicht gespeichert werden können. Bitte schreiben Sie ihn neu.',
      unknownFields: 'Eine Anfrage hat eine Unterhaltung und eine Nachricht und keine weiteren Felder.',
      unreadableRating: 'Eine Bewertung hat eine Antwort, hilfreich oder nicht, und einen Kommentar.',
      notFound: 'Diese Unterhaltung gibt es nicht. Bitte beginnen Sie eine neue.',
      underWay: 'Die letzte Frage wird noch beantwortet.',
      nothingToRetry: 'Es gibt keine Nachricht, die noch einmal beantwortet werden könnte.',
      tooManyTurns:
        'Diese Unterhaltung hat ihre größte Länge erreicht. Bitte stellen Sie Ihre Frage im Kontaktformular, dann antworten wir Ihnen persönlich.',
      tooManyHandovers:
        'Unser Team wurde in der letzten Stunde sehr oft gerufen. Bitte stellen Sie Ihre Frage im Kontaktformular.',
      notRated: 'Diese Antwort kann nicht bewertet werden.',
      tooManyStreams: 'Bitte warten Sie, bis die letzte Frage beantwortet ist.',
      tooManyFollowers: 'Diese Unterhaltung ist an zu vielen Stellen geöffnet.',
      tooManyTries:
        'Das waren zu viele Versuche. Bitte versuchen Sie es nach einer Wartezeit von {wait} noch einmal.',
    },
  },
  ai: {
    busy: 'Gerade stellen viele Besucher Fragen. Bitte versuchen Sie es gleich noch einmal, oder stellen Sie Ihre Frage im Kontaktformular.',
    resting:
      'Der Assistent macht gerade Pause. Bitte stellen Sie Ihre Frage im Kontaktformular, dann antworten wir Ihnen persönlich.',
  },
  cards: {
    when: 'Wann',
    where: 'Wo',
    book: 'Diesen Termin buchen',
    inquiry: 'Ihre Anfrage',
    send: 'Senden',
    shown: 'Bitte prüfen Sie dies, und drücken Sie den Knopf, wenn es stimmt.',
    underWay: 'Das geschieht gerade. Bitte warten Sie einen Moment.',
    notOffered: 'Das wird hier nicht mehr angeboten. Bitte schreiben Sie uns stattdessen.',
  },
} satisfies Partial<Translation>

import type { Translation } from '../translation.ts'

export const assistant = {
  widget: {
    open: 'Ouvrir le chat',
    defaultName: 'Assistant {siteName}',
    close: 'Fermer le chat',
    book: 'Prendre rendez-vous',
    startNew: 'Nouvelle conversation',
    message: 'Message',
    placeholder: 'Posez une question sur nos services',
    send: 'Envoyer le message',
    stop: 'Arrêter',
    retry: 'Réessayer',
    sources: 'Sources',
    source: 'Source {number} : {name}',
    page: '{title}, page {page}',
    log: 'Conversation',
    typing: 'L’assistant écrit',
    latest: 'Aller au plus récent',
    loading: 'Chargement de la conversation',
    cut: 'Cette réponse a été interrompue.',
    stopped: 'Vous avez arrêté cette réponse.',
    you: 'Vous',
    person: 'Équipe',
    personSpeaks: 'Notre équipe vous a rejoint. Une personne vous répond désormais.',
    assistantSpeaks: 'L’assistant vous répond de nouveau.',
    personAnswers: 'Une personne de notre équipe vous répond',
    placeholderPerson: 'Écrivez à notre équipe',
    rate: 'Évaluer cette réponse',
    helpful: 'Utile',
    unhelpful: 'Pas utile',
    comment: 'Commentaire',
    commentPlaceholder: 'Que faudrait-il améliorer ? (facultatif)',
    sendComment: 'Envoyer le commentaire',
    addComment: 'Ajouter un commentaire',
    changeComment: 'Modifier votre commentaire',
    suggestions: 'Questions suggérées',
    talkToPerson: 'Parler à une personne',
    wantPerson: 'Je voudrais parler à une personne.',
    handoverPresent:
      'Votre demande est transmise à notre équipe, et quelqu’un est en ligne. Gardez ce chat ouvert.',
    handoverOpen:
      'Votre demande est transmise à notre équipe. Nous répondons en général sous {replyWithin}. La réponse s’affichera ici.',
    handoverClosed:
      'Votre demande est transmise à notre équipe. Nous sommes fermés pour le moment et rouvrons : {opens}. Laissez-nous votre e-mail et nous vous y répondrons.',
    handoverAway:
      'Votre demande est transmise à notre équipe, mais personne n’est là pour le moment. Laissez-nous votre e-mail et nous vous y répondrons.',
    left: {
      one: '{count} caractère restant',
      many: '{count} caractères restants',
      other: '{count} caractères restants',
    },
    leaveMessage: 'Laissez-nous un message',
    contact: 'Ouvrir le formulaire de contact',
    offline: 'Votre message n’a pas été envoyé. Vérifiez votre connexion et réessayez.',
    offlineToast: 'Vous êtes hors ligne',
    brokenOff: 'La connexion a été perdue. Vérifiez-la et réessayez.',
    toastTitle: 'Erreur',
    dismiss: 'Fermer',
  },
  chat: {
    sampleLog: 'Exemple de conversation',
    demo: 'Je fonctionne actuellement en mode démo, car aucune clé API n’est configurée. Ajoutez une clé API dans l’espace d’administration pour activer toutes les fonctions d’IA.',
    failed:
      'Désolé, je n’ai pas pu joindre le service d’IA. Vérifiez la configuration de l’API ou réessayez plus tard.',
    notAnswered: 'Je n’ai pas pu répondre à l’instant. Veuillez reposer votre question.',
    failedToast: 'Le service d’IA n’a pas répondu. Vérifiez la configuration de l’API.',
    formOffered:
      'Indiquez votre nom et votre e-mail dans le formulaire : une personne vous répondra sous {replyWithin}.',
    withheld:
      'Désolé, je ne peux pas répondre à cette question. Puis-je vous aider au sujet de nos services ?',
    suggested: { services: 'Tous les services', about: 'À propos de nous', blog: 'Blog', contact: 'Contact' },
    errors: {
      unknownFields: 'Une requête contient une conversation et un message, et aucun autre champ.',
      unreadableRating: 'Une évaluation contient une réponse, utile ou non, et un commentaire.',
      blank: 'Veuillez écrire un message.',
      tooLong: 'Veuillez ne pas dépasser {max} caractères.',
      unreadable:
        'Ce texte contient des caractères qui ne peuvent pas être enregistrés. Veuillez le réécrire.',
      notFound: 'Cette conversation n’existe pas. Veuillez en commencer une nouvelle.',
      underWay: 'La réponse à la dernière question est encore en cours.',
      nothingToRetry: 'Il n’y a aucun message auquel répondre de nouveau.',
      tooManyTurns:
        'Cette conversation a atteint sa longueur maximale. Posez votre question dans le formulaire de contact et nous vous répondrons personnellement.',
      tooManyHandovers:
        'Notre équipe a été sollicitée de nombreuses fois au cours de la dernière heure. Posez votre question dans le formulaire de contact.',
      notRated: 'Cette réponse ne peut pas être évaluée.',
      tooManyStreams: 'Veuillez attendre la réponse à la dernière question.',
      tooManyFollowers: 'Cette conversation est ouverte à trop d’endroits.',
      tooManyTries: 'Trop de tentatives. Veuillez patienter {wait}, puis réessayer.',
    },
  },
  ai: {
    busy: 'De nombreux visiteurs posent des questions en ce moment. Réessayez dans un instant ou posez votre question dans le formulaire de contact.',
    resting:
      'L’assistant fait une pause. Posez votre question dans le formulaire de contact et nous vous répondrons personnellement.',
  },
  cards: {
    when: 'Quand',
    where: 'Où',
    book: 'Réserver cet horaire',
    inquiry: 'Votre demande',
    send: 'Envoyer',
    shown: 'Vérifiez ceci et appuyez sur le bouton si c’est exact.',
    underWay: 'C’est en cours. Veuillez patienter un instant.',
    notOffered: 'Ceci n’est plus proposé ici. Écrivez-nous, s’il vous plaît.',
  },
} satisfies Partial<Translation>

import type { Translation } from './translation.ts'

export const es: Translation = {
  welcome: '¡Hola! Soy tu asistente de IA. ¿Qué te gustaría saber sobre nuestros servicios?',
  questions: {
    'What services do you offer?': '¿Qué servicios ofrecéis?',
    'How much does it cost?': '¿Cuánto cuesta?',
    'How do we get started?': '¿Cómo empezamos?',
  },
  facts: { replyWithin: '1 hora' },
  widget: {
    close: 'Cerrar el chat',
    startNew: 'Nueva conversación',
    message: 'Mensaje',
    placeholder: 'Pregunta por nuestros servicios',
    send: 'Enviar mensaje',
    stop: 'Detener',
    retry: 'Reintentar',
    sources: 'Fuentes',
    source: 'Fuente {number}: {name}',
    page: '{title}, página {page}',
    log: 'Conversación',
    typing: 'El asistente está escribiendo',
    latest: 'Ir a lo más reciente',
    loading: 'Cargando la conversación',
    cut: 'Esta respuesta se ha interrumpido.',
    stopped: 'Has detenido esta respuesta.',
    you: 'Tú',
    person: 'Equipo',
    personSpeaks: 'Nuestro equipo se ha unido. A partir de ahora te responde una persona.',
    assistantSpeaks: 'El asistente vuelve a responderte.',
    personAnswers: 'Te responde una persona de nuestro equipo',
    placeholderPerson: 'Escribe a nuestro equipo',
    rate: 'Valorar esta respuesta',
    helpful: 'Útil',
    unhelpful: 'No es útil',
    comment: 'Comentario',
    commentPlaceholder: '¿Qué debería mejorar? (opcional)',
    sendComment: 'Enviar comentario',
    addComment: 'Añadir un comentario',
    changeComment: 'Cambiar tu comentario',
    suggestions: 'Preguntas sugeridas',
    talkToPerson: 'Hablar con una persona',
    wantPerson: 'Quisiera hablar con una persona.',
    handoverPresent:
      'Tu petición está en manos de nuestro equipo y hay alguien en línea. Mantén este chat abierto.',
    handoverOpen:
      'Tu petición está en manos de nuestro equipo. Solemos responder en {replyWithin} como máximo. La respuesta aparecerá aquí.',
    handoverClosed:
      'Tu petición está en manos de nuestro equipo. Ahora estamos cerrados y volvemos a abrir: {opens}. Déjanos tu correo electrónico y te responderemos allí.',
    handoverAway:
      'Tu petición está en manos de nuestro equipo, pero ahora no hay nadie. Déjanos tu correo electrónico y te responderemos allí.',
    left: {
      one: 'Queda {count} carácter',
      many: 'Quedan {count} caracteres',
      other: 'Quedan {count} caracteres',
    },
    leaveMessage: 'Déjanos un mensaje',
    contact: 'Abrir el formulario de contacto',
    offline: 'Tu mensaje no se ha enviado. Comprueba tu conexión e inténtalo de nuevo.',
    offlineToast: 'No tienes conexión',
    brokenOff: 'Se ha perdido la conexión. Compruébala e inténtalo de nuevo.',
    toastTitle: 'Error',
  },
  chat: {
    demo: 'Ahora mismo funciono en modo de demostración porque no hay ninguna clave de API configurada. Añade una clave de API en el panel de administración para activar todas las funciones de IA.',
    failed:
      'Lo siento, no he podido conectar con el servicio de IA. Comprueba la configuración de la API o inténtalo más tarde.',
    failedToast: 'El servicio de IA no ha respondido. Comprueba la configuración de la API.',
    formOffered:
      'Déjanos tu nombre y tu correo electrónico en el formulario y una persona te responderá en {replyWithin} como máximo.',
    withheld: 'Lo siento, no puedo responder a eso. ¿Te ayudo con algo sobre nuestros servicios?',
    suggested: { services: 'Todos los servicios', about: 'Quiénes somos', blog: 'Blog', contact: 'Contacto' },
    errors: {
      blank: 'Escribe un mensaje.',
      tooLong: 'Usa {max} caracteres como máximo.',
      unreadable: 'Este texto contiene caracteres que no se pueden guardar. Escríbelo de nuevo.',
      notFound: 'Esta conversación no existe. Empieza una nueva.',
      underWay: 'Todavía se está respondiendo a la última pregunta.',
      nothingToRetry: 'No hay ningún mensaje al que volver a responder.',
      tooManyTurns:
        'Esta conversación ha alcanzado su longitud máxima. Déjanos tu pregunta en el formulario de contacto y te responderemos personalmente.',
      tooManyHandovers:
        'Han llamado a nuestro equipo muchas veces en la última hora. Déjanos tu pregunta en el formulario de contacto.',
      notRated: 'Esta respuesta no se puede valorar.',
      tooManyStreams: 'Espera a que se responda a la última pregunta.',
      tooManyFollowers: 'Esta conversación está abierta en demasiados sitios.',
    },
  },
  ai: {
    busy: 'Muchos visitantes están preguntando en este momento. Inténtalo de nuevo en un instante o déjanos tu pregunta en el formulario de contacto.',
    resting:
      'El asistente se está tomando un descanso. Déjanos tu pregunta en el formulario de contacto y te responderemos personalmente.',
  },
  leads: {
    form: {
      name: 'Nombre *',
      email: 'Correo electrónico *',
      message: 'Mensaje *',
      consentBefore: 'Acepto los ',
      consentLink: 'términos y condiciones',
      consentAfter:
        ' y doy mi consentimiento para recibir comunicaciones de {siteName} por correo electrónico, teléfono y SMS.',
      send: 'Enviar mensaje',
      sending: 'Enviando…',
    },
    toast: {
      consentTitle: 'Se necesita tu consentimiento',
      consentText: 'Acepta los términos y condiciones para continuar.',
      errorTitle: 'Error',
      errorText: 'No se ha podido enviar el mensaje. Inténtalo de nuevo.',
      sentTitle: '¡Mensaje enviado!',
      sentText: 'Te responderemos en {replyWithin} como máximo.',
    },
    errors: {
      nameMissing: 'Escribe tu nombre.',
      emailMissing: 'Escribe tu correo electrónico.',
      emailInvalid: 'Escribe un correo electrónico como nombre@example.com.',
      messageMissing: 'Escribe un mensaje.',
      tooLong: 'Acorta este texto a {limit} caracteres.',
      unreadable: 'Este texto contiene caracteres ilegibles. Escríbelo de nuevo.',
      consent: 'Acepta los términos y condiciones para continuar.',
      tokenForged: 'No se ha podido comprobar este formulario. Vuelve a cargar la página y envíalo de nuevo.',
      tokenExpired: 'Este formulario ha estado abierto mucho tiempo. Envíalo otra vez.',
      keyReused:
        'Hemos recibido tu mensaje anterior. Para enviar también este, pulsa otra vez «Enviar mensaje».',
    },
  },
}

import { beforePeriod } from '../writing/before-period.ts';
import type { Words } from './en.ts';

export const de: Words = {
  sender: (shop, service) => `${shop} über ${service}`,
  test: {
    subject: (subject) => `[Test] ${subject}`,
    title: 'Testmodus',
    text: 'Diese Nachricht ist ein Test. Es ist nichts zu zahlen, und es wurde kein Geld bewegt.',
  },
  footer: (shop, service) => `Gesendet von ${service} im Auftrag von ${beforePeriod(shop)}.`,
  questions: {
    reply: (shop, email) => `Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie ${shop} an ${email}.`,
    pageOrReply: (shop, email, page) =>
      `Fragen? Besuchen Sie ${page}, antworten Sie auf diese E-Mail oder schreiben Sie ${shop} an ${email}.`,
    page: (shop, page) => `Fragen? Sie erreichen ${shop} unter ${page}.`,
    noReply: (shop) => `Fragen? Bitte wenden Sie sich an ${beforePeriod(shop)}.`,
  },
  fact: {
    invoiceNumber: 'Rechnungsnummer',
    billedTo: 'Rechnung an',
    from: 'Von',
    dueDate: 'Fällig am',
    paidAt: 'Bezahlt am',
    paidWith: 'Bezahlt mit',
    network: 'Netzwerk',
    transaction: 'Transaktion',
    refundNumber: 'Erstattungsnummer',
    payment: 'Zahlung für',
    reference: 'Referenz',
    originalAmount: 'Ursprüngliche Zahlung',
    refundedAt: 'Erstattet am',
    sentAs: 'Gesendet als',
    sentTo: 'Gesendet an',
  },
  items: 'Positionen',
  each: (quantity, price) => `${quantity} × ${price}`,
  moreItems: (count) =>
    count === 1
      ? 'und 1 weitere Position auf der Rechnung'
      : `und ${count} weitere Positionen auf der Rechnung`,
  subtotal: 'Zwischensumme',
  tax: (percent) => `Steuer (${percent})`,
  memo: 'Anmerkung',
  reason: 'Grund',
  linkHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  invoice: {
    subject: (number, shop) => `Rechnung ${number} von ${shop}`,
    title: (shop) => `Rechnung von ${shop}`,
    due: (date) => `Fällig am ${date}`,
    preview: (amount, date) => `${amount}, fällig am ${date}`,
    action: 'Rechnung ansehen und bezahlen',
    total: 'Zu zahlen',
  },
  receipt: {
    subject: (number, shop) => `Zahlungsbeleg zur Rechnung ${number} von ${shop}`,
    title: (shop) => `Zahlungsbeleg von ${shop}`,
    paid: (date) => `Bezahlt am ${date}`,
    preview: (amount, shop) => `Ihre Zahlung von ${amount} an ${shop} ist eingegangen.`,
    action: 'Rechnung ansehen',
    total: 'Bezahlt',
  },
  paymentReceipt: {
    subject: (amount, shop) => `Zahlungsbeleg über ${amount} von ${shop}`,
    action: 'Zahlung ansehen',
  },
  refund: {
    subject: (amount, shop) => `Ihre Erstattung von ${amount} von ${shop}`,
    title: (shop) => `Erstattung von ${shop}`,
    full: (date) => `Vollständig erstattet am ${date}`,
    partial: (total, date) => `Teil Ihrer Zahlung von ${total}, erstattet am ${date}`,
    preview: (token, network) => `${token} wurden auf ${network} an Ihr Wallet gesendet.`,
  },
  refundClaim: {
    subject: (amount, shop) => `Wohin soll ${shop} Ihre Erstattung von ${amount} senden?`,
    preview: (network) => `Geben Sie eine Wallet-Adresse auf ${network} an, um Ihr Geld zurückzubekommen.`,
    caption: (token, network) =>
      `Um Ihnen ${token} zu senden, brauchen wir eine Wallet-Adresse auf ${network}.`,
    refused: (address) =>
      `Die Adresse ${address} hat das Geld nicht angenommen. Bitte geben Sie eine andere an.`,
    until: (date) =>
      `Bitte antworten Sie vor dem ${date}. Wer diesen Link hat, bestimmt, wohin das Geld geht. Geben Sie ihn nicht weiter.`,
    action: 'Adresse angeben',
    toSend: 'Zu senden',
  },
  member: {
    account: 'Konto',
    role: 'Rolle',
    roles: {
      owner: 'Inhaber',
      developer: 'Entwicklung',
      finance: 'Finanzen',
      approver: 'Freigabe',
      viewer: 'Nur Lesen',
    },
    invitedBy: 'Eingeladen von',
    until: (moment) => `Der Link funktioniert einmal, bis ${moment}.`,
    reset: {
      subject: (shop) => `Setzen Sie Ihr Passwort für ${shop} zurück`,
      preview: 'Wählen Sie ein neues Passwort für das Dashboard.',
      title: 'Passwort zurücksetzen',
      action: 'Neues Passwort wählen',
      unasked:
        'Falls Sie das nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    },
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      preview: 'Öffnen Sie den Link, um zu bestätigen, dass dies Ihre Adresse ist.',
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      action: 'E-Mail-Adresse bestätigen',
      unasked:
        'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren. Niemand kann in Ihrem Namen anderen schreiben.',
    },
    invitation: {
      subject: (shop) => `Einladung zu ${shop}`,
      preview: (shop) => `Nutzen Sie das Dashboard von ${beforePeriod(shop)}.`,
      title: 'Sie sind eingeladen',
      action: 'Einladung annehmen',
      unasked:
        'Falls Sie nicht wissen, warum Sie diese E-Mail erhalten, müssen Sie nichts tun: Ohne Sie wird kein Konto angelegt.',
    },
  },
  security: {
    address: {
      subject: (shop) => `Geld von ${shop} geht an eine neue Adresse`,
      title: 'Geld geht an eine neue Adresse',
      caption: 'Jemand hat angegeben, wohin Geld gesendet wird: an eine Adresse, von der es nicht kam.',
    },
    claim_link: {
      subject: (shop) => `Bei ${shop} wurde ein Link zur Erstattung erstellt`,
      title: 'Ein Link zur Erstattung wurde erstellt',
      caption: 'Wer den Link hat, bestimmt, wohin dieses Geld geht.',
    },
    key: {
      subject: (shop) => `Ein API-Schlüssel von ${shop} darf Geld an jede Adresse senden`,
      title: 'Ein API-Schlüssel darf Adressen angeben',
      caption:
        'Ab jetzt kann dieser Schlüssel Erstattungen und nicht zugeordnetes Geld an jede Adresse senden.',
    },
    live_key: {
      subject: (shop) => `Ein Live-API-Schlüssel von ${shop} wurde erstellt`,
      title: 'Ein Live-API-Schlüssel wurde erstellt',
      caption: 'Wer diesen Schlüssel hat, kann die Live-API mit seinen Rechten nutzen.',
    },
    member_invited: {
      subject: (shop) => `Jemand wurde zu ${shop} eingeladen`,
      title: 'Ein Mitglied wurde eingeladen',
      caption: 'Sobald die Einladung angenommen ist, kann diese Person mit dieser Rolle für Sie handeln.',
    },
    member_role: {
      subject: (shop) => `Eine Rolle bei ${shop} wurde geändert`,
      title: 'Die Rolle eines Mitglieds wurde geändert',
      caption: 'Ab jetzt kann dieses Mitglied, was die neue Rolle erlaubt.',
    },
    member_removed: {
      subject: (shop) => `Ein Mitglied von ${shop} wurde entfernt`,
      title: 'Ein Mitglied wurde entfernt',
      caption: 'Dieses Mitglied kann sich nicht mehr anmelden.',
    },
    owner_restored: {
      subject: (shop) => `Ein entfernter Inhaber von ${shop} ist zurück`,
      title: 'Ein Inhaber hat seine Entfernung rückgängig gemacht',
      caption:
        'Er ist wieder Inhaber und kann einen Tag lang nicht entfernt werden. Live-Auszahlungswallets, die noch nicht galten, wurden zurückgezogen, und kein API-Schlüssel darf mehr Adressen nennen.',
    },
    approver_restored: {
      subject: (shop) => `Ein entferntes Mitglied mit Freigaberecht ist bei ${shop} zurück`,
      title: 'Ein Mitglied mit Freigaberecht hat seine Entfernung rückgängig gemacht',
      caption:
        'Es darf nach einem Tag wieder freigeben, sofort ablehnen und kann einen Tag lang nicht entfernt werden.',
    },
    wallet: {
      subject: (shop) => `Das Auszahlungswallet von ${shop} ändert sich`,
      title: 'Ein Auszahlungswallet wurde festgelegt',
      caption:
        'Ab dem Zeitpunkt unten gehen Auszahlungen an dieses Wallet. Bis dahin kann jeder Inhaber die Änderung im Dashboard zurückziehen.',
    },
    second_factor_on: {
      subject: (shop) => `Zwei-Faktor-Authentifizierung bei ${shop} eingeschaltet`,
      title: 'Zwei-Faktor-Authentifizierung ist an',
      caption: 'Dieses Mitglied meldet sich ab jetzt mit einem zweiten Faktor an.',
    },
    second_factor_off: {
      subject: (shop) => `Zwei-Faktor-Authentifizierung bei ${shop} ausgeschaltet`,
      title: 'Zwei-Faktor-Authentifizierung ist aus',
      caption: 'Dieses Mitglied meldet sich ab jetzt ohne zweiten Faktor an.',
    },
    approval_asked: {
      subject: (shop) => `Ihre Freigabe wird bei ${shop} gebraucht`,
      title: 'Ein Mitglied bittet um Freigabe',
      caption:
        'Ein anderes Mitglied möchte Geld an ein neues Ziel senden. Sehen Sie es im Dashboard an und geben Sie es frei oder lehnen Sie es ab.',
    },
    rules_asked: {
      subject: (shop) => `Die Freigaberegeln von ${shop} sollen gelockert werden`,
      title: 'Freigaberegeln sollen gelockert werden',
      caption:
        'Jemand möchte, dass weniger ein zweites Mitglied braucht. Lehnt es niemand im Dashboard ab, geschieht es zum Zeitpunkt unten.',
    },
    members_asked: {
      subject: (shop) => `Bei ${shop} soll noch jemand freigeben dürfen`,
      title: 'Noch jemand soll freigeben dürfen',
      caption:
        'Jemand möchte, dass eine weitere Person Ihr Geld freigeben darf. Lehnt es niemand im Dashboard ab, geschieht es zum Zeitpunkt unten.',
    },
    decideBy: 'Entscheiden bis',
    passkey_added: {
      subject: (shop) => `Passkey bei ${shop} hinzugefügt`,
      title: 'Ein Passkey wurde hinzugefügt',
      caption: 'Ein Mitglied kann sich ab jetzt mit diesem Passkey anmelden und Änderungen bestätigen.',
    },
    passkey_removed: {
      subject: (shop) => `Passkey bei ${shop} entfernt`,
      title: 'Ein Passkey wurde entfernt',
      caption: 'Ein Mitglied kann sich mit diesem Passkey nicht mehr anmelden.',
    },
    passkey: 'Passkey',
    activeFrom: 'Gilt ab',
    undo: 'Rückgängig machen',
    doneBy: 'Von',
    doneAt: 'Datum',
    apiKey: 'API-Schlüssel',
    closing:
      'Wenn Sie davon nichts wissen, widerrufen Sie sofort im Dashboard den Schlüssel oder entfernen Sie das Mitglied, und ändern Sie Ihr Passwort. Alle Inhaber erhalten diese E-Mail.',
  },
  notice: {
    payment: {
      subject: (amount, shop) => `Zahlung von ${amount} bei ${shop} eingegangen`,
      title: 'Zahlung eingegangen',
      preview: (token, network) => `Bezahlt mit ${token} auf ${network}.`,
    },
    payout: {
      subject: (amount, shop) => `Auszahlung von ${amount} von ${shop} gesendet`,
      title: 'Auszahlung gesendet',
      preview: (token, network) => `${token} auf ${network} an Ihr Auszahlungs-Wallet gesendet.`,
    },
    refundWaiting: {
      subject: (amount, shop) => `Eine Erstattung über ${amount} wartet auf Ihr Guthaben bei ${shop}`,
      title: 'Eine Erstattung wartet auf Ihr Guthaben',
      caption: (missing) => `Es fehlen noch ${missing}.`,
      closing: (date) =>
        `Sie wird gesendet, sobald Ihr Guthaben ausreicht, und schlägt sonst am ${date} fehl. Laden Sie Ihr Guthaben im Dashboard auf oder stornieren Sie die Erstattung.`,
    },
    missing: 'Es fehlen',
    viewRefund: 'Erstattung ansehen',
    failing: {
      subject: (host) => `Ihr Webhook-Endpunkt bei ${host} schlägt fehl`,
      title: 'Webhook-Endpunkt schlägt fehl',
      caption: (since) => `Seit ${since} war keine Zustellung erfolgreich.`,
      closing:
        'Fehlgeschlagene Zustellungen werden wiederholt. Ein Endpunkt, der fünf Tage lang fehlschlägt, wird deaktiviert.',
    },
    disabled: {
      subject: (host) => `Ihr Webhook-Endpunkt bei ${host} wurde deaktiviert`,
      title: 'Webhook-Endpunkt deaktiviert',
      caption: (since) => `Seit ${since} ist jede Zustellung fehlgeschlagen.`,
      closing:
        'Neue Ereignisse werden ihm nicht mehr zugestellt; Sie können sie mit GET /events lesen. Aktivieren Sie ihn im Dashboard wieder, sobald Ihr Empfänger funktioniert: Ausstehende Zustellungen werden dann gesendet.',
    },
    digest: {
      payment_received: (count, date) => `${count} weitere Zahlungen am ${date} eingegangen`,
      payout_sent: (count, date) => `${count} weitere Auszahlungen am ${date} gesendet`,
      refund_waiting: (count, date) => `${count} weitere Erstattungen warteten am ${date} auf Ihr Guthaben`,
      endpoint_failing: (count, date) => `${count} weitere Meldungen über Webhook-Endpunkte am ${date}`,
    },
    digestClosing:
      'Nach den ersten zehn eines Tages senden wir eine Zusammenfassung statt einzelner E-Mails.',
    total: 'Summe',
    customer: 'Kunde',
    worth: 'Wert',
    sentAt: 'Gesendet am',
    endpoint: 'Endpunkt',
    lastError: 'Letzter Fehler',
    viewPayment: 'Zahlung ansehen',
    viewPayout: 'Auszahlung ansehen',
    viewEndpoint: 'Endpunkt ansehen',
    openDashboard: 'Dashboard öffnen',
    why: (shop) =>
      `Sie erhalten diese E-Mail, weil Sie Mitglied von ${shop} sind. Was Sie erhalten, wählen Sie im Dashboard unter Settings.`,
    unsubscribe: {
      link: 'Diese E-Mails abbestellen',
      title: 'Abbestellen',
      text: {
        payment_received: 'Keine E-Mails über eingegangene Zahlungen mehr erhalten?',
        payout_sent: 'Keine E-Mails über gesendete Auszahlungen mehr erhalten?',
        refund_waiting: 'Keine E-Mails über Erstattungen, die auf Ihr Guthaben warten, mehr erhalten?',
        endpoint_failing: 'Keine E-Mails über fehlschlagende Webhook-Endpunkte mehr erhalten?',
      },
      button: 'Abbestellen',
      doneTitle: 'Abbestellt',
      doneText: 'Sie können diese E-Mails im Dashboard unter Settings wieder einschalten.',
      invalidTitle: 'Dieser Link funktioniert nicht',
      invalidText: 'Schalten Sie E-Mails im Dashboard unter Settings ab.',
    },
  },
};

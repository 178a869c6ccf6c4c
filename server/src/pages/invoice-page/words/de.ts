import type { PageWords } from './words.ts';

export const de: PageWords = {
  notFoundTitle: 'Rechnung nicht gefunden',
  notFoundText:
    'Unter dieser Adresse gibt es keine Rechnung. Prüfen Sie den Link oder bitten Sie den Absender um einen neuen.',
  tooManyTitle: 'Zu viele Anfragen',
  tooManyText:
    'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute und laden Sie die Seite dann neu.',
  noPdfTitle: 'Das PDF ist gerade nicht verfügbar',
  noPdfText:
    'Versuchen Sie es in einer Minute erneut, oder gehen Sie zurück zur Rechnung und drucken Sie sie.',
  title: (number) => `Rechnung ${number}`,
  status: {
    open: 'Offen',
    processing: 'In Bearbeitung',
    paid: 'Bezahlt',
    expired: 'Abgelaufen',
    void: 'Storniert',
  },
  issued: 'Ausgestellt am',
  taxId: (id) => `Steuernummer: ${id}`,
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
  total: 'Gesamtbetrag',
  payNow: 'Jetzt bezahlen',
  oneMoment: 'Einen Moment…',
  viewPayment: 'Zahlung ansehen',
  confirming: 'Ihre Zahlung wird bestätigt. Diese Seite aktualisiert sich von selbst.',
  voided: (shop) => `${shop} hat diese Rechnung storniert. Es ist nichts zu bezahlen.`,
  expired: (date, shop) =>
    `Diese Rechnung war am ${date} fällig und kann nicht mehr bezahlt werden. Bitten Sie ${shop} um eine neue.`,
  unavailable: (shop) =>
    `Diese Rechnung kann gerade nicht bezahlt werden. Versuchen Sie es später oder wenden Sie sich an ${shop}.`,
  payment: 'Zahlung',
  viewReceipt: 'Beleg ansehen',
  downloadPdf: 'PDF herunterladen',
  print: 'Drucken',
  language: 'Sprache',
  changeLanguage: 'Sprache ändern',
  payOnline: (url) => `Online bezahlen: ${url}`,
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  error: {
    paid: 'Diese Rechnung ist bereits bezahlt. Ihnen wurde nichts weiter berechnet.',
    closed: 'Diese Rechnung kann nicht mehr bezahlt werden.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es erneut.',
    unreachable: 'Wir waren nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    other:
      'Bei uns ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal: Sie zahlen niemals doppelt.',
  },
};

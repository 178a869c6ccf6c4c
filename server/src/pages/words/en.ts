import { beforePeriod } from '../../messages/email/writing/before-period.ts';
/**
 * Text of the server-rendered pages that the e-mails do not have; the checkout's own script has the rest. The type check
 * requires the same keys in every other language.
 */
export const en = {
  shared: {
    language: 'Language',
    changeLanguage: 'Change language',
    tooManyTitle: 'Too many requests',
    tooManyText: 'Your network sent too many requests. Wait a minute, then reload this page.',
    testMode: 'Test mode',
    testModeNote: 'This is a test. No real money moves.',
    tryAgain: 'Try again',
  },
  /** For people whose browser gets an error. */
  problem: {
    forbiddenTitle: 'You cannot open this',
    forbiddenText: 'This address is not for you, or you are not signed in as somebody who may open it.',
    brokenTitle: 'Something went wrong on our side',
    brokenText: 'Nothing was charged by this. Try again in a moment.',
    requestId: (id: string) => `Request number: ${id}`,
  },
  checkout: {
    notFoundTitle: 'Payment not found',
    notFoundText: 'There is no payment at this link. Check the link, or ask the shop for a new one.',
    /** Shown if JavaScript is off. */
    noScript: 'This page needs JavaScript to take a payment. Turn it on and reload the page.',
    /** Shown if a pending payment has no payment options. */
    unavailable: 'This shop cannot take payments right now. Please contact the shop.',
  },
  invoice: {
    notFoundTitle: 'Invoice not found',
    notFoundText: 'There is no invoice at this link. Check the link, or ask the sender for a new one.',
    noPdfTitle: 'The PDF is not available right now',
    noPdfText: 'Wait a minute and try again, or go back to the invoice and print it.',
    title: (number: string) => `Invoice ${number}`,
    status: { open: 'Open', processing: 'Processing', paid: 'Paid', expired: 'Expired', void: 'Void' },
    issued: 'Issued',
    taxId: (id: string) => `Tax ID: ${id}`,
    /** Table headings. */
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    amount: 'Amount',
    total: 'Total',
    payNow: 'Pay now',
    oneMoment: 'One moment…',
    viewPayment: 'View payment',
    confirming: 'Your payment is being confirmed. This page updates by itself.',
    voided: (shop: string) => `${shop} cancelled this invoice. There is nothing to pay.`,
    expired: (date: string, shop: string) =>
      `This invoice was due on ${date} and can no longer be paid. Ask ${shop} for a new one.`,
    unavailable: (shop: string) =>
      `This invoice cannot be paid right now. Try again later, or contact ${beforePeriod(shop)}.`,
    payment: 'Payment',
    viewReceipt: 'View receipt',
    downloadPdf: 'Download PDF',
    print: 'Print',
    /** On the PDF, with the URL of the invoice page. */
    payOnline: (url: string) => `Pay online: ${url}`,
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
    /** Why Pay Now failed. */
    error: {
      paid: 'This invoice has already been paid. You were not charged again.',
      closed: 'This invoice can no longer be paid.',
      tooMany: 'Too many attempts. Wait a minute and try again.',
      unreachable: 'We could not connect. Check your internet connection and try again.',
      other: 'Something went wrong on our side. Try again in a moment. You will not be charged twice.',
    },
  },
  /** Of a payment, as a PDF. */
  receipt: {
    receipt: 'Receipt',
    number: 'Payment number',
    payer: 'Paid from',
    refund: 'Refund',
    onItsWay: 'Being sent',
    noPdfText: 'Wait a minute and try again, or go back to the payment and print its page.',
  },
  link: {
    notFoundTitle: 'Link not found',
    notFoundText: 'There is no payment link at this address. Check the link, or ask the shop for a new one.',
    /** Label of the field. */
    amount: (currency: string) => `Amount in ${currency}`,
    between: (least: string, most: string) => `From ${least} to ${most}.`,
    atLeast: (least: string) => `At least ${least}.`,
    atMost: (most: string) => `At most ${most}.`,
    proceed: 'Continue to payment',
    inactive: (shop: string) => `This link takes no more payments. Ask ${shop} for a new one.`,
    expired: (shop: string) => `This link has expired. Ask ${shop} for a new one.`,
    usedUp: (shop: string) => `This link has taken all the payments it can. Ask ${shop} for a new one.`,
    malformed: 'Enter an amount with at most two decimals, such as 10.50.',
    tooSmall: 'This amount is too small.',
    tooLarge: 'This amount is too large.',
    busy: 'Too many payments with this link are still pending. Wait some minutes and try again.',
  },
  claim: {
    notFoundTitle: 'This link no longer works',
    notFoundText:
      'The refund may have an address already, or the link was not copied in full. Ask the shop if you still expect a refund.',
    status: { waiting: 'Address needed', processing: 'On its way', completed: 'Sent', failed: 'Not sent' },
    /** Label of the field. */
    address: (network: string) => `Your wallet address on ${network}`,
    exchange: (token: string, network: string) =>
      `Do not give an exchange’s address unless the exchange credits ${token} on ${network}.`,
    proceed: 'Continue',
    /** Shown where the browser has a wallet. */
    useWallet: 'Use my connected wallet',
    noWallet: 'No wallet in this browser gave an address. Copy it from your wallet instead.',
    confirmTitle: 'Is this address right?',
    confirmText:
      'Compare it with your wallet, from the first character to the last. Money sent to a wrong address cannot be brought back.',
    confirm: 'Send the refund to this address',
    change: 'Change the address',
    until: (date: string) => `Without an address by ${date}, this refund is cancelled.`,
    processing: 'The money is being sent. This can take some minutes. The page updates by itself.',
    completed: 'The money was sent to your address.',
    failed: (shop: string) => `This refund was not sent. Please contact ${beforePeriod(shop)}.`,
    viewTransaction: 'View transaction',
    /** What is wrong with an address. */
    problem: {
      malformed: (network: string) => `This is not an address on ${network}. Copy it from your wallet.`,
      typo: () => 'This address contains a typo. Copy it again.',
      zero: () => 'Nobody owns this address. Money sent there is lost.',
      contract: () => 'This is the contract of a token, not a wallet. Money sent there is lost.',
      ours: () => 'This address belongs to the payment service. Give the address of your wallet.',
    },
  },
};

export type PageWords = typeof en;

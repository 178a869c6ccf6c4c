/** The text of every message. A language that lacks an entry does not compile. */
export interface Words {
  /** The sender's name. */
  sender(shop: string, service: string): string;
  test: {
    subject(subject: string): string;
    title: string;
    text: string;
  };
  footer(shop: string, service: string): string;
  /** `noReply` is for shops without an e-mail address. */
  questions: { reply(shop: string, email: string): string; noReply(shop: string): string };
  fact: {
    invoiceNumber: string;
    billedTo: string;
    from: string;
    dueDate: string;
    paidAt: string;
    paidWith: string;
    network: string;
    transaction: string;
    refundNumber: string;
    payment: string;
    reference: string;
    originalAmount: string;
    refundedAt: string;
    sentAs: string;
    sentTo: string;
  };
  items: string;
  /** Quantity and unit price of a line item. */
  each(quantity: string, price: string): string;
  moreItems(count: number): string;
  subtotal: string;
  tax(percent: string): string;
  memo: string;
  reason: string;
  linkHint: string;
  invoice: {
    subject(number: string, shop: string): string;
    title(shop: string): string;
    due(date: string): string;
    preview(amount: string, date: string): string;
    action: string;
    total: string;
  };
  receipt: {
    subject(number: string, shop: string): string;
    title(shop: string): string;
    paid(date: string): string;
    preview(amount: string, shop: string): string;
    action: string;
    total: string;
  };
  /** Of a payment without an invoice. The rest is as in `receipt`. */
  paymentReceipt: {
    subject(amount: string, shop: string): string;
    action: string;
  };
  refund: {
    subject(amount: string, shop: string): string;
    title(shop: string): string;
    full(date: string): string;
    partial(total: string, date: string): string;
    preview(token: string, network: string): string;
  };
  /** Asks where to send a refund. The rest is as in `refund`. */
  refundClaim: {
    subject(amount: string, shop: string): string;
    preview(network: string): string;
    caption(token: string, network: string): string;
    /** After an address that took no money. */
    refused(address: string): string;
    until(date: string): string;
    action: string;
    toSend: string;
  };
  /** Mail to members of the shop. */
  member: {
    account: string;
    role: string;
    roles: Record<'owner' | 'developer' | 'finance' | 'viewer', string>;
    invitedBy: string;
    /** How long the link works. */
    until(moment: string): string;
    reset: {
      subject(shop: string): string;
      preview: string;
      title: string;
      action: string;
      unasked: string;
    };
    verification: {
      subject: string;
      preview: string;
      title: string;
      action: string;
      unasked: string;
    };
    invitation: {
      subject(shop: string): string;
      preview(shop: string): string;
      title: string;
      action: string;
      unasked: string;
    };
  };
  /** What members are told, and how they turn it off. */
  notice: {
    payment: {
      subject(amount: string, shop: string): string;
      title: string;
      preview(token: string, network: string): string;
    };
    payout: {
      subject(amount: string, shop: string): string;
      title: string;
      preview(token: string, network: string): string;
    };
    /** `amount` is the refund's, `missing` an amount of tokens. */
    refundWaiting: {
      subject(amount: string, shop: string): string;
      title: string;
      caption(missing: string): string;
      closing(date: string): string;
    };
    missing: string;
    viewRefund: string;
    failing: {
      subject(host: string): string;
      title: string;
      caption(since: string): string;
      closing: string;
    };
    disabled: {
      subject(host: string): string;
      title: string;
      caption(since: string): string;
      closing: string;
    };
    /** `count` more than were mailed alone. */
    digest: Record<
      'payment_received' | 'payout_sent' | 'refund_waiting' | 'endpoint_failing',
      (count: string, date: string) => string
    >;
    digestClosing: string;
    total: string;
    customer: string;
    worth: string;
    sentAt: string;
    endpoint: string;
    lastError: string;
    viewPayment: string;
    viewPayout: string;
    viewEndpoint: string;
    openDashboard: string;
    why(shop: string): string;
    unsubscribe: {
      /** The link in the mail. */
      link: string;
      title: string;
      text: Record<'payment_received' | 'payout_sent' | 'refund_waiting' | 'endpoint_failing', string>;
      button: string;
      doneTitle: string;
      doneText: string;
      invalidTitle: string;
      invalidText: string;
    };
  };
}

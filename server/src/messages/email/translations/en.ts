import { beforePeriod } from '../writing/before-period.ts';
/** The text of every message. The type check requires the same keys in every other language. */
export const en = {
  /** The sender's name. */
  sender: (shop: string, service: string) => `${shop} via ${service}`,
  test: {
    subject: (subject: string) => `[Test] ${subject}`,
    title: 'Test mode',
    text: 'This is a test message. No money is owed and no money was moved.',
  },
  footer: (shop: string, service: string) => `Sent by ${service} on behalf of ${beforePeriod(shop)}.`,
  /** `noReply` is for shops without an e-mail address. */
  questions: {
    reply: (shop: string, email: string) =>
      `Questions? Reply to this e-mail or write to ${shop} at ${email}.`,
    pageOrReply: (shop: string, email: string, page: string) =>
      `Questions? Visit ${page}, reply to this e-mail or write to ${shop} at ${email}.`,
    page: (shop: string, page: string) => `Questions? Contact ${shop} at ${page}.`,
    noReply: (shop: string) => `Questions? Please contact ${beforePeriod(shop)}.`,
  },
  fact: {
    invoiceNumber: 'Invoice number',
    billedTo: 'Billed to',
    from: 'From',
    dueDate: 'Due date',
    paidAt: 'Date paid',
    paidWith: 'Paid with',
    network: 'Network',
    transaction: 'Transaction',
    refundNumber: 'Refund number',
    payment: 'Payment for',
    reference: 'Reference',
    originalAmount: 'Original payment',
    refundedAt: 'Date refunded',
    sentAs: 'Sent as',
    sentTo: 'Sent to',
  },
  items: 'Items',
  /** Quantity and unit price of a line item. */
  each: (quantity: string, price: string) => `${quantity} × ${price}`,
  moreItems: (count: number) =>
    count === 1 ? 'and 1 more item on the invoice' : `and ${count} more items on the invoice`,
  subtotal: 'Subtotal',
  tax: (percent: string) => `Tax (${percent})`,
  memo: 'Memo',
  reason: 'Reason',
  linkHint: 'If the button does not work, open this link:',
  invoice: {
    subject: (number: string, shop: string) => `Invoice ${number} from ${shop}`,
    title: (shop: string) => `Invoice from ${shop}`,
    due: (date: string) => `Due ${date}`,
    preview: (amount: string, date: string) => `${amount}, due ${date}`,
    action: 'View and pay invoice',
    total: 'Amount due',
  },
  receipt: {
    subject: (number: string, shop: string) => `Receipt for invoice ${number} from ${shop}`,
    title: (shop: string) => `Receipt from ${shop}`,
    paid: (date: string) => `Paid on ${date}`,
    preview: (amount: string, shop: string) => `Your payment of ${amount} to ${shop} has been received.`,
    action: 'View invoice',
    total: 'Amount paid',
  },
  /** Of a payment without an invoice. The rest is as in `receipt`. */
  paymentReceipt: {
    subject: (amount: string, shop: string) => `Receipt for your payment of ${amount} to ${shop}`,
    action: 'View payment',
  },
  refund: {
    subject: (amount: string, shop: string) => `Your refund of ${amount} from ${shop}`,
    title: (shop: string) => `Refund from ${shop}`,
    full: (date: string) => `Refunded in full on ${date}`,
    partial: (total: string, date: string) => `Part of your payment of ${total}, refunded on ${date}`,
    preview: (token: string, network: string) => `${token} has been sent to your wallet on ${network}.`,
  },
  /** Asks where to send a refund. The rest is as in `refund`. */
  refundClaim: {
    subject: (amount: string, shop: string) => `Where should ${shop} send your refund of ${amount}?`,
    preview: (network: string) => `Give a wallet address on ${network} to get your money back.`,
    caption: (token: string, network: string) =>
      `We need a wallet address on ${network} to send you ${token}.`,
    /** After an address that took no money. */
    refused: (address: string) => `The address ${address} did not take the money. Please give another one.`,
    until: (date: string) =>
      `Please answer before ${date}. Whoever has this link can say where the money goes, so do not pass it on.`,
    action: 'Give an address',
    toSend: 'To be sent',
  },
  /** Mail to members of the shop. */
  member: {
    account: 'Account',
    role: 'Role',
    roles: {
      owner: 'Owner',
      developer: 'Developer',
      finance: 'Finance',
      approver: 'Approver',
      viewer: 'Viewer',
    },
    invitedBy: 'Invited by',
    /** How long the link works. */
    until: (moment: string) => `The link works once and expires on ${moment}.`,
    reset: {
      subject: (shop: string) => `Reset your password for ${shop}`,
      preview: 'Choose a new password for the dashboard.',
      title: 'Reset your password',
      action: 'Choose a new password',
      unasked: 'If you did not request this, you can ignore this e-mail. Your password stays the same.',
    },
    verification: {
      subject: 'Confirm your e-mail address',
      preview: 'Open the link to confirm that this is your address.',
      title: 'Confirm your e-mail address',
      action: 'Confirm e-mail address',
      unasked: 'If you did not sign up, you can ignore this e-mail. Nobody can write to others in your name.',
    },
    invitation: {
      subject: (shop: string) => `You have been invited to join ${shop}`,
      preview: (shop: string) => `Join the ${shop} dashboard.`,
      title: 'You have been invited',
      action: 'Accept the invitation',
      unasked:
        'If you were not expecting this, you can ignore this e-mail. No account is created unless you accept.',
    },
  },
  /** Mail to owners about who decided where money goes, or who may decide it. */
  security: {
    address: {
      subject: (shop: string) => `Money leaves ${shop} for a new address`,
      title: 'Money goes to a new address',
      caption: 'Somebody said where to send money, to an address that is not its payer’s.',
    },
    claim_link: {
      subject: (shop: string) => `A claim link was made at ${shop}`,
      title: 'A claim link was made',
      caption: 'Whoever has the link decides where this money goes.',
    },
    key: {
      subject: (shop: string) => `An API key of ${shop} may send money to any address`,
      title: 'An API key may name addresses',
      caption: 'From now on this key can send refunds and unapplied money to any address.',
    },
    live_key: {
      subject: (shop: string) => `A live API key of ${shop} was created`,
      title: 'A live API key was created',
      caption: 'Whoever has this key can use the live API with its permissions.',
    },
    member_invited: {
      subject: (shop: string) => `Somebody was invited to ${shop}`,
      title: 'A member was invited',
      caption: 'Once the invitation is accepted, this person can act for you with this role.',
    },
    member_role: {
      subject: (shop: string) => `A role at ${shop} was changed`,
      title: 'A member’s role was changed',
      caption: 'From now on this member can do what the new role allows.',
    },
    member_removed: {
      subject: (shop: string) => `A member of ${shop} was removed`,
      title: 'A member was removed',
      caption: 'This member can no longer sign in.',
    },
    owner_restored: {
      subject: (shop: string) => `A removed owner of ${shop} is back`,
      title: 'An owner undid their removal',
      caption:
        'They are an owner again and cannot be removed for a day. Live payout wallets that had not taken effect were withdrawn, and no API key may name addresses any more.',
    },
    approver_restored: {
      subject: (shop: string) => `A removed approver of ${shop} is back`,
      title: 'An approver undid their removal',
      caption: 'They may approve again after a day, can decline at once, and cannot be removed for a day.',
    },
    wallet: {
      subject: (shop: string) => `The payout wallet of ${shop} changes`,
      title: 'A payout wallet was set',
      caption:
        'Payouts go to this wallet from the time below. Until then, any owner can withdraw the change in the dashboard.',
    },
    second_factor_on: {
      subject: (shop: string) => `Two-factor authentication was turned on at ${shop}`,
      title: 'Two-factor authentication is on',
      caption: 'This member signs in with a second factor from now on.',
    },
    second_factor_off: {
      subject: (shop: string) => `Two-factor authentication was turned off at ${shop}`,
      title: 'Two-factor authentication is off',
      caption: 'This member signs in without a second factor from now on.',
    },
    approval_asked: {
      subject: (shop: string) => `Your approval is needed at ${shop}`,
      title: 'A member asks for approval',
      caption:
        'Another member wants to send money to a new place. Look at it in the dashboard, and approve or decline it.',
    },
    rules_asked: {
      subject: (shop: string) => `The approval rules of ${shop} are about to be loosened`,
      title: 'Approval rules are about to be loosened',
      caption:
        'Somebody wants less to need a second member. If nobody declines it in the dashboard, it happens at the time below.',
    },
    members_asked: {
      subject: (shop: string) => `Somebody else is about to approve at ${shop}`,
      title: 'A new approver was asked for',
      caption:
        'Somebody wants another person to approve money of yours. If nobody declines it in the dashboard, it happens at the time below.',
    },
    decideBy: 'Decide by',
    passkey_added: {
      subject: (shop: string) => `A passkey was added at ${shop}`,
      title: 'A passkey was added',
      caption: 'A member can sign in and confirm changes with this passkey from now on.',
    },
    passkey_removed: {
      subject: (shop: string) => `A passkey was removed at ${shop}`,
      title: 'A passkey was removed',
      caption: 'A member can no longer sign in with this passkey.',
    },
    passkey: 'Passkey',
    activeFrom: 'Takes effect',
    undo: 'Undo this',
    doneBy: 'Done by',
    doneAt: 'Date',
    apiKey: 'API key',
    closing:
      'If you do not know about this, revoke the key or remove the member in the dashboard at once, and change your password. All owners get this e-mail.',
  },
  /** What members are told, and how they turn it off. */
  notice: {
    payment: {
      subject: (amount: string, shop: string) => `Payment of ${amount} received at ${shop}`,
      title: 'Payment received',
      preview: (token: string, network: string) => `Paid with ${token} on ${network}.`,
    },
    payout: {
      subject: (amount: string, shop: string) => `Payout of ${amount} sent from ${shop}`,
      title: 'Payout sent',
      preview: (token: string, network: string) => `${token} on ${network} went to your payout wallet.`,
    },
    /** `amount` is the refund's, `missing` an amount of tokens. */
    refundWaiting: {
      subject: (amount: string, shop: string) => `Refund of ${amount} waits for your balance at ${shop}`,
      title: 'A refund waits for your balance',
      caption: (missing: string) => `${missing} more is needed to send it.`,
      closing: (date: string) =>
        `It is sent as soon as your balance covers it, and fails on ${date} otherwise. Top up your balance or cancel the refund in the dashboard.`,
    },
    missing: 'Missing',
    viewRefund: 'View refund',
    failing: {
      subject: (host: string) => `Your webhook endpoint at ${host} is failing`,
      title: 'Webhook endpoint failing',
      caption: (since: string) => `No delivery has succeeded since ${since}.`,
      closing: 'Failed deliveries are tried again. An endpoint that fails for five days is disabled.',
    },
    disabled: {
      subject: (host: string) => `Your webhook endpoint at ${host} was disabled`,
      title: 'Webhook endpoint disabled',
      caption: (since: string) => `Every delivery has failed since ${since}.`,
      closing:
        'New events create no deliveries for it; you can read them with GET /events. Enable it again in the dashboard when your receiver works: pending deliveries are then sent.',
    },
    /** `count` more than were mailed alone. */
    digest: {
      payment_received: (count: string, date: string) => `${count} more payments received on ${date}`,
      payout_sent: (count: string, date: string) => `${count} more payouts sent on ${date}`,
      refund_waiting: (count: string, date: string) =>
        `${count} more refunds waited for your balance on ${date}`,
      endpoint_failing: (count: string, date: string) =>
        `${count} more reports of failing webhook endpoints on ${date}`,
    },
    digestClosing: 'After the first ten of a day, we send one summary instead of separate e-mails.',
    total: 'Total',
    customer: 'Customer',
    worth: 'Worth',
    sentAt: 'Date sent',
    endpoint: 'Endpoint',
    lastError: 'Last error',
    viewPayment: 'View payment',
    viewPayout: 'View payout',
    viewEndpoint: 'View endpoint',
    openDashboard: 'Open dashboard',
    why: (shop: string) =>
      `You get this e-mail because you are a member of ${beforePeriod(shop)}. Choose what you get in the dashboard under Settings.`,
    unsubscribe: {
      /** The link in the mail. */
      link: 'Unsubscribe from these e-mails',
      title: 'Unsubscribe',
      text: {
        payment_received: 'Stop e-mails about payments received?',
        payout_sent: 'Stop e-mails about payouts sent?',
        refund_waiting: 'Stop e-mails about refunds that wait for your balance?',
        endpoint_failing: 'Stop e-mails about failing webhook endpoints?',
      },
      button: 'Unsubscribe',
      doneTitle: 'You are unsubscribed',
      doneText: 'You can turn these e-mails on again in the dashboard under Settings.',
      invalidTitle: 'This link does not work',
      invalidText: 'Turn e-mails off in the dashboard under Settings.',
    },
  },
};

export type Words = typeof en;

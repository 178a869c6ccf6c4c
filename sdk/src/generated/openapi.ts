// Written by "npm run generate" from docs/openapi.json. Do not edit.

export interface paths {
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payments, newest first */
        get: operations["listPayments"];
        put?: never;
        /** Create a payment */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a payment */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a pending payment */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Drive a test payment to its end at once */
        post: operations["simulatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List refunds, newest first */
        get: operations["listRefunds"];
        put?: never;
        /** Refund a payment, in full or in part */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{refund_id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say where to send a refund that waits for an address
         * @description Whoever says where live money goes can take it. So a live key needs the right `refunds.any_address`, which an owner gives it in the dashboard; without it your customer uses the claim page, or a member the dashboard.
         */
        post: operations["setRefundAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{refund_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a refund that waits
         * @description For a refund that waits for your balance or for an address. It ends as `failed` with `failure_reason` `CANCELLED`, and its amount can be refunded again.
         */
        post: operations["cancelRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{refund_id}/claim_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link with which your customer says where to send a refund
         * @description For a refund that waits for an address. Links work until an address is given, by whomever it is. Whoever says where live money goes can take it. So a live key needs the right `refunds.any_address`, which an owner gives it in the dashboard; without it your customer uses the claim page, or a member the dashboard.
         */
        post: operations["createRefundClaimLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a refund */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unapplied_funds/{unapplied_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money that no payment took back to its payer, or to an address
         * @description If nobody knows an address of the customer, the customer is mailed a claim link, and the money stays `open` until the customer has said where to send it.
         */
        post: operations["returnUnappliedFund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unapplied_funds/{unapplied_id}/claim_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link with which your customer says where to return money that no payment took
         * @description Links work for seven days, until the money is returned or credited. It is sent as soon as the customer has given an address. Whoever says where live money goes can take it. So a live key needs the right `refunds.any_address`, which an owner gives it in the dashboard; without it your customer uses the claim page, or a member the dashboard.
         */
        post: operations["createReturnClaimLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unapplied_funds/{unapplied_id}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add money that no payment took to your balance */
        post: operations["creditUnappliedFund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unapplied_funds/{unapplied_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get money that no payment took */
        get: operations["getUnappliedFund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unapplied_funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List money that no payment took, newest first */
        get: operations["listUnappliedFunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened to a payment, oldest first, at most 500 entries */
        get: operations["getPaymentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your balances, one for each chain and token */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payouts, newest first */
        get: operations["listPayouts"];
        put?: never;
        /** Pay out a balance to your payout wallet */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a payout with its steps */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your settlement settings and payout wallets */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/pay_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay out all balances now, in your settlement asset if you chose one */
        post: operations["payOutEverything"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settlement/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Quote what 100 USD of each payment option would be paid out as */
        get: operations["quoteSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balances/top_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment with which you top up a balance of yours
         * @description For refunds that wait for your balance: a payment of exactly what they lack, less what open top-ups ask for. If those ask for all of it, the answer is the newest of them. Open its `checkout_url` and pay it from your own wallet. It is no revenue, and expires after 24 hours. It has no fee, but for what is not missing any more when it is paid.
         */
        post: operations["topUpBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{payment_id}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List how a payment can be paid now, and where without gas */
        get: operations["listDepositOptions"];
        put?: never;
        /**
         * Choose how a payment is paid, and get the address
         * @description Choosing the same chain and token again returns the same address and amount.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/x402/supported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the networks on which x402 payments are settled */
        get: operations["getX402Supported"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/x402/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether an x402 payment would be settled
         * @description Changes nothing. A signature that was settled is not valid any more.
         */
        post: operations["verifyX402Payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/x402/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle an x402 payment
         * @description Waits at most 30 seconds until the payment is `processing`. Each payment is answered with success once, whichever signature paid it; with an `Idempotency-Key`, that answer is repeated.
         */
        post: operations["settleX402Payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List invoices, newest first */
        get: operations["listInvoices"];
        put?: never;
        /** Create a draft invoice, or an open one that is e-mailed with `send_email` */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoice_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an invoice */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a draft invoice
         * @description Only the fields you send change; totals are recalculated. `null` resets a field: `due_date` to 30 days from today, `tax_rate` to 0.00, `accepted_chains` and `accepted_tokens` to all, `invoice_number` to a generated number. `currency` and `line_items` cannot be reset: `null` leaves them unchanged.
         */
        patch: operations["updateInvoice"];
        trace?: never;
    };
    "/api/v1/invoices/{invoice_id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a draft for payment; an open invoice cannot be changed */
        post: operations["finalizeInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoice_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Void an open invoice; its pending payment expires */
        post: operations["voidInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoice_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** E-mail an open invoice to its customer, also if it was sent before */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/buttons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List buttons, newest first */
        get: operations["listButtons"];
        put?: never;
        /** Create a payment button for your website */
        post: operations["createButton"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/buttons/{button_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a button
         * @description Also accepts a publishable key, which returns only the public fields.
         */
        get: operations["getButton"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a button, or turn it on or off
         * @description Only the fields you send change. `null` clears a field; clearing `accepted_chains` or `accepted_tokens` accepts all. `status`, `name`, `amount` and `currency` cannot be cleared: `null` leaves them unchanged. Existing payments keep their price.
         */
        patch: operations["updateButton"];
        trace?: never;
    };
    "/api/v1/buttons/{button_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment at the button's price
         * @description Also accepts a publishable key. The body is optional; unknown fields are ignored.
         */
        post: operations["createButtonPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/buttons/{button_id}/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public state of a payment created from a button
         * @description Also accepts a publishable key.
         */
        get: operations["getButtonPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payment links, newest first */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a link that many customers can pay
         * @description With `amount`, every customer pays that amount. Without it, customers enter one.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment_links/{payment_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a payment link */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Turn a payment link on or off
         * @description Payments that were made from it before stay valid.
         */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/api/v1/payment_links/{payment_link_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the payments made from a link, newest first */
        get: operations["listPaymentLinkPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints, newest first */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Create a webhook endpoint */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Update a webhook endpoint */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the signing secret; deliveries are signed with both secrets for 24 hours */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of an endpoint and their attempts, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a delivery now */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample event to an endpoint and return its response */
        post: operations["sendTestDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events, newest first */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export payments as CSV */
        get: operations["exportPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/refunds.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export refunds as CSV */
        get: operations["exportRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/invoices.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export invoices as CSV */
        get: operations["exportInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export events as CSV, without their data */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/payouts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export payouts as CSV */
        get: operations["exportPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export everything that changed your balances as CSV, for accountants */
        get: operations["exportBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Every response that is not a success. */
        Error: {
            /**
             * @description True, unless the response is an error.
             * @enum {boolean}
             */
            success: false;
            /** @description What went wrong. */
            error: {
                /** @description Machine-readable. Each route lists the codes of each status. */
                code: string;
                /** @description Human-readable: what is wrong and what to do. */
                message: string;
                /** @description The HTTP status. */
                status: number;
                /** @description Can contain `field`, `provided` and the violated constraint. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description One charge to a customer. */
        Payment: {
            /** @description Prefix `pay_`. */
            payment_id: string;
            /**
             * @description `pending` until a transaction is seen, `processing` until it is final, then `completed`, or `failed`. `expired` at the deadline or when cancelled. Refunds make it `partially_refunded` or `refunded`.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description What customers see. */
            description: string | null;
            /** @description Hosted checkout of this payment. */
            checkout_url: string;
            /** @description Your own keys and values. Customers do not see them. */
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @description Where a customer who paid goes. */
            redirect_url: string | null;
            /** @description Where a customer who cancels goes. */
            cancel_url: string | null;
            /** @description Chains that it can be paid on. */
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            /** @description Tokens that it can be paid with. */
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            /** @description Where receipts, invoices and notices of refunds go. */
            customer_email: string | null;
            /** @description Your own id, unique among your payments of this environment. */
            reference_id: string | null;
            /**
             * Format: date-time
             * @description Deadline to pay.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * @description Absent until a transaction is made.
             * @enum {string}
             */
            chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Absent until a transaction is made.
             * @enum {string}
             */
            token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Six decimals. Absent until a transaction is made. */
            token_amount?: string;
            /** @description Absent until a transaction is made. */
            tx_hash?: string;
            /** @description Absent until a transaction is made. */
            payer_address?: string;
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /**
             * @description Present when you pay it yourself to top up your balance: it is no revenue, and has no fee on what refunds lack.
             * @enum {string}
             */
            purpose?: "top_up";
            /**
             * Format: date-time
             * @description Present when you cancelled the payment: why it is `expired` before its deadline.
             */
            cancelled_at?: string;
            /** @description Present when failed: a code, such as `TRANSACTION_FAILED`. */
            failure_reason?: string;
            /** @description Present when failed: the same for people. */
            failure_message?: string;
        };
        /** @description A payment in a list. */
        PaymentListItem: {
            /** @description Prefix `pay_`. */
            payment_id: string;
            /**
             * @description As of the payment.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * @description Absent until a transaction is made.
             * @enum {string}
             */
            chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Absent until a transaction is made.
             * @enum {string}
             */
            token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
        };
        /** @description Money of a payment sent back to its payer. */
        Refund: {
            /** @description Prefix `ref_`. */
            refund_id: string;
            /** @description Payment being refunded. */
            payment_id: string;
            /**
             * @description `processing` until it is final on its chain, then `completed`; or `failed`.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed";
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description Currency of the payment.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /**
             * @description Same chain as the payment.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Same token as the payment.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Your own note. The customer sees it. */
            reason: string | null;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * @description What a refund that is `processing` waits for. `address`: nobody knows where to send it. `balance`: your balance in its token and on its chain does not cover it. `operator`: the chain took back money of the payment, or a restored backup does not know all payments of the chain. `screening`: a check of the recipient holds it until the operator has decided.
             * @enum {string}
             */
            waiting_for?: "address" | "balance" | "operator" | "screening";
            /** @description Present while your balance does not cover it: how much of its token is missing, for it and the refunds that were asked for before it. It is sent as soon as that much is there, and fails after 30 days. */
            missing_token_amount?: string;
            /** @description Present while it waits for an address: whether the customer was mailed a link to say where to send it. If not, create a claim link and pass it on. */
            claim_emailed?: boolean;
            /** @description Absent until the transaction is made. */
            tx_hash?: string;
            /** @description Address of the payer. Absent until completed. */
            refunded_to?: string;
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /** @description Present when failed: a code, such as `TRANSACTION_FAILED`. Also when a chain abandoned the block of a completed one, which could not be paid again. */
            failure_reason?: string;
            /** @description Present with `failure_reason`: the same for people. */
            failure_message?: string;
        };
        /** @description A link to a page where the customer says where to send a refund. */
        RefundClaimLink: {
            /** @description Id of the refund. */
            refund_id: string;
            /** @description Page where the customer says where to send the refund. Whoever has the link can do so. */
            claim_url: string;
            /**
             * Format: date-time
             * @description When the refund fails unless an address is given.
             */
            expires_at: string;
        };
        /** @description Money that arrived for a payment and was not counted for it. */
        UnappliedFund: {
            /** @description Prefix `unf_`. */
            unapplied_id: string;
            /** @description The payment whose address it arrived at. */
            payment_id: string;
            /**
             * @description `open` until you return or credit it; `returning`, then `returned`; `credited` to your balance; `reversed` when its chain took it back.
             * @enum {string}
             */
            status: "open" | "returning" | "returned" | "credited" | "reversed" | "applied";
            /**
             * @description Why it was not counted for the payment. `screening`: a check of the sender holds it. It can be neither returned nor credited until the operator has decided.
             * @enum {string}
             */
            reason: "overpaid" | "underpaid" | "late" | "duplicate" | "wrong_token" | "wrong_chain" | "payment_failed" | "screening";
            /**
             * @description `screening`: a check of the recipient holds the return until the operator has decided.
             * @enum {string}
             */
            waiting_for?: "screening";
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /** @description A token, or the contract address of one that is not accepted here. */
            token: string;
            token_amount: string | null;
            /** @description Absent when a contract sent native money. */
            tx_hash?: string;
            /** @description Absent when a contract sent native money. */
            payer_address?: string;
            /**
             * Format: date-time
             * @description Time of its block.
             */
            arrived_at: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Present while it is open and the customer was asked where to return it: until when the claim page takes an address. You can return or credit it nevertheless.
             */
            claim_expires_at?: string;
            /** @description Present with `claim_expires_at`: whether the customer was mailed the claim link. */
            claim_emailed?: boolean;
            /** @description Present when returning or returned: the address it is sent to. */
            returned_to?: string;
            /** @description Absent until returned. */
            return_tx_hash?: string;
            /**
             * Format: date-time
             * @description Absent until returned.
             */
            returned_at?: string;
            /**
             * Format: date-time
             * @description Absent until credited.
             */
            credited_at?: string;
            /** @description Present when the last return failed: a code, such as `RECIPIENT_REFUSED`. Also when a chain abandoned the block of a completed one, which could not be paid again. */
            failure_reason?: string;
            /** @description The same for people. */
            failure_message?: string;
        };
        /** @description A link to a page where the customer says where to return unapplied money. */
        ReturnClaimLink: {
            /** @description Id of the unapplied money. */
            unapplied_id: string;
            /** @description Page where the customer says where to return the money. Whoever has the link can do so. */
            claim_url: string;
            /**
             * Format: date-time
             * @description Until when the page takes an address.
             */
            expires_at: string;
        };
        /** @description One thing that happened to a payment. */
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /**
             * @description What kind of thing happened.
             * @enum {string}
             */
            kind: "created" | "cancelled" | "sighting" | "confirmation" | "posting" | "event" | "delivery" | "refund" | "unapplied" | "sweep" | "route" | "payout";
            /** @description What happened, in words. */
            title: string;
            /** @description What it is about: a payment, arrival, posting, event, delivery, refund … */
            id: string;
            /** @description Its status now. */
            status?: string;
            /** @description Id of the chain. */
            chain?: string;
            /** @description Symbol of the token. */
            token?: string;
            /** @description Six decimals. */
            token_amount?: string;
            /** @description Hash of the transaction. Null until it is made. */
            tx_hash?: string;
            /** @description Number of the block, or slot on solana. */
            block_number?: number;
            /** @description Hash of the block. */
            block_hash?: string;
            /** @description Address that sent the money. */
            from?: string;
            /** @description Address that got the money. */
            to?: string;
            /** @description Of the last attempt to deliver. */
            http_status?: number | null;
            /** @description The lines of a posting in the ledger. */
            lines?: {
                /** @description Kind of account in the ledger. */
                account: string;
                /** @description Id of the chain. */
                chain: string;
                /** @description Symbol of the token. */
                token: string;
                /** @description Smallest units: positive where we hold more, negative where we owe more. */
                units: string;
            }[];
        };
        /** @description What you have of one token on one chain. */
        Balance: {
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Symbol of the token.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Can be paid out: completed payments less fees, refunds and payouts, also those that are being sent, and less what refunds wait for. Six decimals. Below zero only after a chain took back money that was final, or the operator restored a backup. */
            available: string;
            /** @description Payments in `processing`: seen on chain and not final, before fees. Six decimals. */
            pending: string;
            /** @description Payouts that are being sent. Six decimals. */
            in_transit: string;
            /** @description Refunds that are being sent. Six decimals. */
            refunding: string;
            /** @description What refunds that wait for this balance lack. Payments in this token on this chain make up for it, or a top-up. Six decimals. */
            missing: string;
            amount: string | null;
            /**
             * @description Currency of your settlement settings.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
        };
        /** @description How and when your balances are paid out. */
        Settlement: {
            /**
             * @description `as_received`: balances are paid out in the token and on the chain in which they came. `routed`: they are exchanged into `route_to` first.
             * @enum {string}
             */
            asset: "as_received" | "routed";
            /** @description What all balances are paid out as. Null: as received. */
            route_to: {
                /**
                 * @description Id of the chain.
                 * @enum {string}
                 */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description Symbol of the token.
                 * @enum {string}
                 */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            } | null;
            /** @description What `route_to` can be here. Empty in live mode while the operator has routing off. */
            routable_to: {
                /**
                 * @description Id of the chain.
                 * @enum {string}
                 */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description Symbol of the token.
                 * @enum {string}
                 */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            }[];
            /**
             * @description What becomes of a balance that cannot be exchanged within the limits.
             * @enum {string}
             */
            when_not_routable: "as_received" | "wait";
            /**
             * @description When balances are paid out. `manual`: only when you ask.
             * @enum {string}
             */
            schedule: "instant" | "daily" | "weekly" | "manual";
            /**
             * @description Currency of the amounts.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description A balance worth less waits. Two decimals. */
            minimum_amount: string;
            /** @description Kept of each balance, for refunds. Two decimals. */
            reserve_amount: string;
            next_payout_at: string | null;
            /** @description Where payouts go, also wallets that take effect later. */
            wallets: {
                /**
                 * @description One wallet for all EVM chains, one for Solana.
                 * @enum {string}
                 */
                family: "evm" | "solana";
                /** @description Address of the wallet. */
                address: string;
                /**
                 * @description `active`: payouts go there. `pending`: they will, from `active_from` on.
                 * @enum {string}
                 */
                status: "active" | "pending";
                /**
                 * Format: date-time
                 * @description When it became or becomes active.
                 */
                active_from: string;
                /**
                 * Format: date-time
                 * @description When it was set.
                 */
                created_at: string;
            }[];
        };
        /** @description Money of a balance sent to your payout wallet. */
        Payout: {
            /** @description Prefix `po_`. */
            payout_id: string;
            /**
             * @description `processing` until it is final on its chain, then `completed`; or `failed`.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed";
            /**
             * @description What made it: your schedule, or a request.
             * @enum {string}
             */
            initiator: "schedule" | "manual";
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Symbol of the token.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Decimal string with six decimals. */
            token_amount: string;
            /** @description What it was worth when it was made. Two decimals. */
            amount: string;
            /**
             * @description Currency of your settlement settings then.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description The payout wallet it goes to. */
            address: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description Absent until completed. */
            tx_hash?: string;
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /** @description Present when failed: a code, such as `RECIPIENT_REFUSED`. Also when a chain abandoned the block of a completed one, which could not be paid again. */
            failure_reason?: string;
            /** @description Present with `failure_reason`: the same for people. */
            failure_message?: string;
        };
        /** @description A payout with its transfers, and the exchanges before it. */
        PayoutWithSteps: {
            /** @description Prefix `po_`. */
            payout_id: string;
            /**
             * @description `processing` until it is final, then `completed`; or `failed`. A route that is `stuck` waits for the operator.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed";
            /**
             * @description What made it: your schedule, or a request.
             * @enum {string}
             */
            initiator: "schedule" | "manual";
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Symbol of the token.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Decimal string with six decimals. */
            token_amount: string;
            /** @description What it was worth when it was made. Two decimals. */
            amount: string;
            /**
             * @description Currency of your settlement settings then.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description The payout wallet it goes to. */
            address: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description Absent until completed. */
            tx_hash?: string;
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /** @description Present when failed: a code, such as `RECIPIENT_REFUSED`. Also when a chain abandoned the block of a completed one, which could not be paid again. */
            failure_reason?: string;
            /** @description Present with `failure_reason`: the same for people. */
            failure_message?: string;
            /** @description Transfers of a payout, or exchanges of a route, in their order. */
            steps: {
                /** @description Steps are done in this order. */
                step: number;
                /**
                 * @description `transfer`: the money is sent to the wallet.
                 * @enum {string}
                 */
                kind: "transfer";
                /**
                 * @description `held`: until the ledger was compared with the chain, or because the chain took back money, or because a check of the recipient holds it, or because the operator has to decide. `waiting`: to be sent. `sending`: in a transaction that is not final.
                 * @enum {string}
                 */
                status: "held" | "waiting" | "sending" | "completed" | "failed";
                reason: string | null;
                /**
                 * @description Id of the chain.
                 * @enum {string}
                 */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description Symbol of the token.
                 * @enum {string}
                 */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description Decimal string with six decimals. */
                token_amount: string;
                /** @description Where the money goes. */
                address: string;
                tx_hash: string | null;
                ended_at: string | null;
            }[];
            /** @description Balances that were exchanged into this one since the payout before. */
            routes: {
                /** @description Prefix `rte_`. */
                route_id: string;
                /**
                 * @description `processing` until it is final, then `completed`; or `failed`. A route that is `stuck` waits for the operator.
                 * @enum {string}
                 */
                status: "processing" | "stuck" | "completed" | "failed";
                /**
                 * @description Id of the chain.
                 * @enum {string}
                 */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description Symbol of the token.
                 * @enum {string}
                 */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description What left this balance. Six decimals. */
                token_amount: string;
                /**
                 * @description Chain on which it arrives.
                 * @enum {string}
                 */
                to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description Token as which it arrives.
                 * @enum {string}
                 */
                to_token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                arrived_amount: string | null;
                /** @description Why this way. */
                explanation: string;
                /** @description Network fees, paid by the operator. */
                gas: {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Transfers of a payout, or exchanges of a route, in their order. */
                steps: {
                    /** @description Steps are done in this order. */
                    step: number;
                    /**
                     * @description Who exchanged it.
                     * @enum {string}
                     */
                    provider: "uniswap" | "cctp" | "lifi";
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    token_amount: string | null;
                    /**
                     * @description Chain on which it arrives.
                     * @enum {string}
                     */
                    to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Token as which it arrives.
                     * @enum {string}
                     */
                    to_token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description What the last quote promised, in `to_token`. Six decimals. */
                    expected_amount: string;
                    arrived_amount: string | null;
                    /** @description Kept by the pool or bridge, in `token`. Part of what did not arrive. With all decimals of the token. */
                    fee_amount: string;
                    slippage_amount: string | null;
                    tx_hash: string | null;
                }[];
                /**
                 * Format: date-time
                 * @description Creation time.
                 */
                created_at: string;
                /** @description Null until completed. */
                completed_at: string | null;
            }[];
            /** @description What these exchanges cost together. */
            costs: {
                /** @description Kept by pools. */
                pool_fees: {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Kept by bridges. */
                bridge_fees: {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Quotes less what arrived. Negative when more arrived. */
                slippage: {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Network fees, paid by the operator. */
                gas: {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
            };
        };
        /** @description What a payment option would be paid out as. */
        SettlementQuote: {
            /**
             * @description Where customers pay.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description What customers pay with.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Worth 100 USD. Six decimals. */
            token_amount: string;
            arriving_amount: string | null;
            /** @description The way, or why there is none. */
            explanation: string;
        };
        /** @description Where and how much a customer has to send, in one token on one chain. */
        Deposit: {
            /** @description Id of the payment. */
            payment_id: string;
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Symbol of the token.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Six decimals. What the customer has to send. */
            token_amount: string;
            /** @description Where to send it. */
            address: string;
            payment_uri: string | null;
            /**
             * Format: date-time
             * @description Until when `token_amount` holds.
             */
            quote_expires_at: string;
        };
        /** @description A token on a chain that a payment can be paid with, and whether by signature. */
        DepositOption: {
            /**
             * @description Id of the chain.
             * @enum {string}
             */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Symbol of the token.
             * @enum {string}
             */
            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /** @description Whether the payer can sign instead of sending, without gas: at the checkout on EVM chains, and by x402. */
            by_signature: boolean;
            signature_problem: ("NOT_PAYABLE" | "PARTLY_PAID" | "TOKEN_NOT_SUPPORTED" | "TEST_MODE" | "CHAIN_UNAVAILABLE" | "GAS_TOO_EXPENSIVE") | null;
        };
        /** @description Where x402 payments are settled. In the form of x402: without an envelope. */
        X402Supported: {
            /** @description Where payments by signature are taken now. None with a test key. */
            kinds: {
                /** @description Always 2. */
                x402Version: number;
                /** @description Always `exact`. */
                scheme: string;
                /** @description As CAIP-2 names it, such as `eip155:8453`. */
                network: string;
                /** @description On Solana. */
                extra?: {
                    /** @description Pays the fee of the transaction. */
                    feePayer: string;
                };
            }[];
            /** @description None. */
            extensions: string[];
            /** @description The addresses that pay gas, by family of networks. */
            signers: {
                [key: string]: string[];
            };
        };
        /** @description Whether an x402 payment would be settled. In the form of x402: without an envelope. */
        X402Verification: {
            /** @description Whether it would be settled now. */
            isValid: boolean;
            /** @description Why not, in the words of x402. */
            invalidReason?: string;
            /** @description The same for people. */
            invalidMessage?: string;
            /** @description The address that signed. */
            payer?: string;
        };
        /** @description What became of an x402 payment. In the form of x402: without an envelope. */
        X402Settlement: {
            /** @description True once the payment is `processing` or `completed`. */
            success: boolean;
            /** @description Why not, in the words of x402. */
            errorReason?: string;
            /** @description The same for people. */
            errorMessage?: string;
            /** @description The address that signed. */
            payer?: string;
            /** @description Hash of the transaction. Empty if there is none. */
            transaction: string;
            /** @description Network of the payment, as CAIP-2 names it. */
            network: string;
        };
        /** @description An itemized request for payment. */
        Invoice: {
            /** @description Prefix `inv_`. */
            invoice_id: string;
            /**
             * @description `draft` until finalized, `open` until paid, then `paid`. `expired` after its due date, `void` when you voided it.
             * @enum {string}
             */
            status: "draft" | "open" | "paid" | "expired" | "void";
            /** @description Shown to the customer. */
            invoice_number: string;
            /** @description Total: subtotal plus tax. Two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description Where receipts, invoices and notices of refunds go. */
            customer_email: string | null;
            /** @description Name of the customer. */
            customer_name: string | null;
            /** @description Postal address, on the invoice. */
            customer_address: string | null;
            /** @description Tax id of the customer, on the invoice. */
            customer_tax_id: string | null;
            seller_name: string | null;
            seller_address: string | null;
            seller_tax_id: string | null;
            /** @description What is charged for. */
            line_items: {
                /** @description What the line is for. */
                description: string;
                /** @description How many, with at most six decimals. */
                quantity: number;
                /** @description Price per unit. Two decimals. */
                unit_price: string;
                /** @description Quantity times unit price, rounded half up. Two decimals. */
                amount: string;
            }[];
            /** @description Sum of the line amounts. Two decimals. */
            subtotal: string;
            /** @description Fraction with two to six decimals. */
            tax_rate: string;
            /** @description Subtotal times tax rate, rounded half up. Two decimals. */
            tax_amount: string;
            /** @description Text below the lines. */
            memo: string | null;
            /**
             * Format: date
             * @description Payable until the end of this day, UTC.
             */
            due_date: string;
            /** @description Hosted invoice page, where an open invoice can be paid. */
            invoice_url: string;
            /** @description Your own keys and values. Customers do not see them. */
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @description Chains that it can be paid on. */
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            /** @description Tokens that it can be paid with. */
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description The payment that paid it. Absent until paid. */
            payment_id?: string;
            /**
             * @description Absent until paid.
             * @enum {string}
             */
            chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /**
             * @description Absent until paid.
             * @enum {string}
             */
            token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            /**
             * Format: date-time
             * @description Absent until paid.
             */
            paid_at?: string;
            /**
             * Format: date-time
             * @description Absent unless void.
             */
            voided_at?: string;
            /** @description Whether this request queued an e-mail to the customer. Only in responses to create, finalize and send. */
            email_sent?: boolean;
        };
        /** @description An invoice in a list. */
        InvoiceListItem: {
            /** @description Prefix `inv_`. */
            invoice_id: string;
            /**
             * @description As of the invoice.
             * @enum {string}
             */
            status: "draft" | "open" | "paid" | "expired" | "void";
            /** @description Shown to the customer. */
            invoice_number: string;
            /** @description Total: subtotal plus tax. Two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description Where receipts, invoices and notices of refunds go. */
            customer_email: string | null;
            /** @description Name of the customer. */
            customer_name: string | null;
            /**
             * Format: date
             * @description Payable until the end of this day, UTC.
             */
            due_date: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
        };
        /** @description An invoice that can no longer be paid. */
        VoidedInvoice: {
            /** @description Id of the invoice. */
            invoice_id: string;
            /**
             * @description Always `void`.
             * @enum {string}
             */
            status: "void";
            /**
             * Format: date-time
             * @description When it was voided.
             */
            voided_at: string;
        };
        /** @description A payment button for your website. */
        Button: {
            /** @description Prefix `btn_`. */
            button_id: string;
            /**
             * @description An inactive button creates no payments.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Shown to you and to customers. */
            name: string;
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description What customers see. */
            description: string | null;
            /** @description Copied to each payment. */
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @description Where a customer who paid goes. */
            redirect_url: string | null;
            /** @description Where a customer who cancels goes. */
            cancel_url: string | null;
            expiration_minutes: number | null;
            /** @description Chains that it can be paid on. */
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            /** @description Tokens that it can be paid with. */
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Last update time.
             */
            updated_at: string;
        };
        /** @description A button as a web page sees it. */
        PublicButton: {
            /** @description Prefix `btn_`. */
            button_id: string;
            /**
             * @description An inactive button creates no payments.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Shown to you and to customers. */
            name: string;
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description What customers see. */
            description: string | null;
        };
        /** @description A payment made with a button, as a web page sees it. */
        ButtonPayment: {
            /** @description Prefix `pay_`. */
            payment_id: string;
            /** @description The button it was created from. */
            button_id: string;
            /**
             * @description As of the payment.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
            /** @description Decimal string with two decimals. */
            amount: string;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            /** @description Hosted checkout of this payment. */
            checkout_url: string;
            /**
             * Format: date-time
             * @description Deadline to pay.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
        };
        /** @description A link that many customers can pay. */
        PaymentLink: {
            /** @description Prefix `plink_`. */
            payment_link_id: string;
            /** @description The link. Share it, or print it as a QR code. */
            url: string;
            /**
             * @description An inactive link takes no payments.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Shown to you and to customers. */
            name: string;
            amount: string | null;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            minimum_amount: string | null;
            maximum_amount: string | null;
            suggested_amount: string | null;
            /** @description What customers see. */
            description: string | null;
            /** @description Copied to each payment, which also gets `payment_link_id`. */
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @description Where a customer who paid goes. */
            redirect_url: string | null;
            /** @description Where a customer who cancels goes. */
            cancel_url: string | null;
            expiration_minutes: number | null;
            /** @description Chains that it can be paid on. */
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            /** @description Tokens that it can be paid with. */
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            max_payments: number | null;
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Last update time.
             */
            updated_at: string;
            /** @description Completed payments, also refunded ones. */
            completed_payments: number;
        };
        /** @description A payment link in a list. */
        PaymentLinkListItem: {
            /** @description Prefix `plink_`. */
            payment_link_id: string;
            /** @description The link. Share it, or print it as a QR code. */
            url: string;
            /**
             * @description An inactive link takes no payments.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Shown to you and to customers. */
            name: string;
            amount: string | null;
            /**
             * @description ISO 4217 code.
             * @enum {string}
             */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            minimum_amount: string | null;
            maximum_amount: string | null;
            suggested_amount: string | null;
            /** @description What customers see. */
            description: string | null;
            /** @description Copied to each payment, which also gets `payment_link_id`. */
            metadata: {
                [key: string]: string | number | boolean;
            };
            /** @description Where a customer who paid goes. */
            redirect_url: string | null;
            /** @description Where a customer who cancels goes. */
            cancel_url: string | null;
            expiration_minutes: number | null;
            /** @description Chains that it can be paid on. */
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            /** @description Tokens that it can be paid with. */
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            max_payments: number | null;
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Last update time.
             */
            updated_at: string;
        };
        /** @description A URL of yours that receives events. */
        WebhookEndpoint: {
            /** @description Prefix `we_`. */
            endpoint_id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description Types of events that it receives. `*`: all. */
            events: ("payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed" | "*")[];
            /**
             * @description A `disabled` endpoint receives nothing.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Your own note. */
            description: string | null;
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description Prefix `whsec_`. Only in the response to create and rotate. */
            secret?: string;
        };
        /** @description An endpoint that no longer exists. */
        DeletedWebhookEndpoint: {
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description One event for one endpoint, with every attempt to deliver it. */
        Delivery: {
            /** @description Prefix `del_`. */
            delivery_id: string;
            /** @description Id of the event. */
            event_id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            event_type: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            /**
             * @description `pending` while attempts are left, then `succeeded` or `failed`.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description When it is tried again. Null if it is not. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description At most seven, oldest first. */
            attempts: {
                /** @description The number of the attempt, starting at 1. */
                attempt: number;
                /** @description Sent as `X-Service-Delivery-Id`. */
                attempt_id: string;
                /** @description Status that the endpoint answered with. Null without an answer. */
                http_status: number | null;
                response_body: string | null;
                /** @description Milliseconds until the answer. */
                latency_ms: number;
                error: string | null;
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                attempted_at: string;
            }[];
        };
        /** @description What an endpoint answered to a sample event. */
        TestDelivery: {
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /** @description Id of the event. */
            event_id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            event_type: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            /** @description Id of the delivery. */
            delivery_id: string;
            /** @description Whether the endpoint answered with a status from 200 to 299. */
            success: boolean;
            /** @description Status that the endpoint answered with. Null without an answer. */
            http_status: number | null;
            /** @description First 4 KiB of the answer. */
            response_body: string | null;
            /** @description Milliseconds until the answer. */
            latency_ms: number;
            /** @description Why there was no answer. Null if there was one. */
            error: string | null;
        };
        /** @description Something that happened, as endpoints receive it. */
        Event: {
            /** @description Prefix `evt_`. */
            id: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            /**
             * Format: date-time
             * @description Creation time.
             */
            created_at: string;
            /** @description The resource as it was then. Its fields depend on the type. */
            data: {
                [key: string]: unknown;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPayments: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
                /** @description Created at or after this moment. */
                created_gte?: string;
                /** @description Created at or before this moment. */
                created_lte?: string;
                /** @description Exactly this reference. */
                reference_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["PaymentListItem"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: money
                     * @description Decimal string with at most two decimals; 0.50 to 100,000.00 USD or its equal.
                     * @example 49.99
                     */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    /**
                     * Format: plain-text
                     * @description What customers see.
                     */
                    description?: string;
                    /** @description Your own key-value pairs: at most 20 keys, 500 characters per value. Values are strings, numbers or booleans. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * Format: return-url
                     * @description Where the customer is sent after success. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    redirect_url?: string;
                    /**
                     * Format: return-url
                     * @description Where the customer is sent on cancel. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    cancel_url?: string;
                    /**
                     * @description How many minutes the customer has to pay.
                     * @default 30
                     */
                    expiration_minutes?: number;
                    /** @description Chains the customer can pay on. Defaults to the chains in your settings, or all. */
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
                    /** @description Tokens the customer can pay with. Defaults to the tokens in your settings, or all. */
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
                    /**
                     * Format: email
                     * @description Prefilled on the checkout.
                     */
                    customer_email?: string;
                    /** @description Your own reference, unique per environment. */
                    reference_id?: string;
                    /** @description How the checkout looks. */
                    checkout_options?: {
                        /**
                         * @description Language of the hosted checkout.
                         * @enum {string}
                         */
                        locale?: "en" | "es" | "fr" | "de" | "ja" | "ko" | "zh";
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    simulatePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The end to drive the payment to.
                     * @enum {string}
                     */
                    outcome: "complete" | "fail" | "expire";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Refunds of this payment. */
                payment_id?: string;
                /** @description Only those with this status. */
                status?: "processing" | "completed" | "failed";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Refund"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Payment to refund; it must be completed. */
                    payment_id: string;
                    /**
                     * Format: money
                     * @description At most the amount of the payment minus its refunds so far. Omit for all that is left.
                     * @example 49.99
                     */
                    amount?: string;
                    /**
                     * Format: plain-text
                     * @description Visible to the customer.
                     */
                    reason?: string;
                    /** @description Where to send the money when the payer is unknown or an exchange. A live key needs the right `refunds.any_address` for it. Without it the refund waits for an address. */
                    address?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    setRefundAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the refund. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where the customer wants the money, on its chain. */
                    address: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    cancelRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the refund. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    createRefundClaimLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the refund. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["RefundClaimLink"];
                    };
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the refund. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    returnUnappliedFund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the unapplied money. */
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where to send it. Default: `payer_address`. When that is absent or an exchange, a customer with an e-mail address is mailed a claim link, and the money is returned to the address that the customer gives there; without an e-mail address it is required. A live key needs the right `refunds.any_address` for an address that is neither the payer’s nor given by the customer on the claim page. */
                    address?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["UnappliedFund"];
                    };
                };
            };
        };
    };
    createReturnClaimLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the unapplied money. */
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ReturnClaimLink"];
                    };
                };
            };
        };
    };
    creditUnappliedFund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the unapplied money. */
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["UnappliedFund"];
                    };
                };
            };
        };
    };
    getUnappliedFund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the unapplied money. */
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["UnappliedFund"];
                    };
                };
            };
        };
    };
    listUnappliedFunds: {
        parameters: {
            query?: {
                /** @description Money sent to this payment. */
                payment_id?: string;
                /** @description Only those with this status. */
                status?: "open" | "returning" | "returned" | "credited" | "reversed" | "applied";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["UnappliedFund"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getPaymentTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["TimelineEntry"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    listBalances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Balance"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "processing" | "completed" | "failed";
                /** @description Id of the chain. */
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @description Symbol of the token. */
                token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Payout"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Chain of the balance.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Token of the balance.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /**
                     * @description Omit for all that is available beyond the reserve.
                     * @example 10.5
                     */
                    token_amount?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payout"];
                    };
                };
            };
            /** @description Asked for: nothing is done until a second member has approved it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: {
                            pending_approval: {
                                approval_id: string;
                                /** @enum {string} */
                                state: "pending";
                                /** Format: date-time */
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payout. */
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PayoutWithSteps"];
                    };
                };
            };
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
        };
    };
    payOutEverything: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
            /** @description Asked for: nothing is done until a second member has approved it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: {
                            pending_approval: {
                                approval_id: string;
                                /** @enum {string} */
                                state: "pending";
                                /** Format: date-time */
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
    };
    quoteSettlement: {
        parameters: {
            query: {
                /** @description Chain of the settlement asset. */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @description Token of the settlement asset. */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["SettlementQuote"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    topUpBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Chain of the balance.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Token of the balance.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    listDepositOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["DepositOption"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Id of the chain.
                     * @enum {string}
                     */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /**
                     * @description Symbol of the token.
                     * @enum {string}
                     */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    getX402Supported: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["X402Supported"];
                };
            };
        };
    };
    verifyX402Payment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Always 2. */
                    x402Version?: number;
                    /** @description What the client sent in `PAYMENT-SIGNATURE`, decoded. */
                    paymentPayload: {
                        [key: string]: unknown;
                    };
                    /** @description The way to pay that your server offered and the client took. */
                    paymentRequirements: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["X402Verification"];
                };
            };
        };
    };
    settleX402Payment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Always 2. */
                    x402Version?: number;
                    /** @description What the client sent in `PAYMENT-SIGNATURE`, decoded. */
                    paymentPayload: {
                        [key: string]: unknown;
                    };
                    /** @description The way to pay that your server offered and the client took. */
                    paymentRequirements: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["X402Settlement"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "draft" | "open" | "paid" | "expired" | "void";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
                /** @description Exact match. */
                customer_email?: string;
                /** @description Created at or after this time. */
                created_gte?: string;
                /** @description Created at or before this time. */
                created_lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["InvoiceListItem"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    /** @description 1 to 200 line items. */
                    line_items: {
                        /**
                         * Format: plain-text
                         * @description What the line is for.
                         */
                        description: string;
                        /** @description Greater than 0, at most 1,000,000, with at most six decimals. */
                        quantity: number;
                        /**
                         * Format: price
                         * @description Decimal string, 0 or more, with at most two decimals.
                         * @example 49.99
                         */
                        unit_price: string;
                    }[];
                    /**
                     * Format: email
                     * @description The address the invoice is sent to.
                     */
                    customer_email?: string;
                    /**
                     * Format: one-line
                     * @description Person or company name shown on the invoice.
                     */
                    customer_name?: string;
                    /**
                     * Format: one-line
                     * @description Your own invoice number. Default: generated, such as INV-000001.
                     */
                    invoice_number?: string;
                    /**
                     * Format: plain-text
                     * @description Shown on the invoice.
                     */
                    memo?: string;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD, after today in UTC. Default: 30 days from today. Payable until the end of that day.
                     */
                    due_date?: string;
                    /**
                     * Format: fraction
                     * @description Fraction from 0 to 1 with at most six decimals: `0.08` is 8 percent.
                     * @default 0.00
                     */
                    tax_rate?: string;
                    /** @description Your own key-value pairs: at most 20 keys, 500 characters per value. Values are strings, numbers or booleans. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * @description E-mail the invoice to `customer_email`, which is then required.
                     * @default false
                     */
                    send_email?: boolean;
                    /** @description Chains the customer can pay on. Defaults to the chains in your settings, or all. */
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
                    /** @description Tokens the customer can pay with. Defaults to the tokens in your settings, or all. */
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
                    /**
                     * Format: postal-address
                     * @description Postal address shown on the invoice, in up to eight lines.
                     */
                    customer_address?: string;
                    /**
                     * Format: one-line
                     * @description Tax or VAT number shown on the invoice.
                     */
                    customer_tax_id?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency?: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    /** @description 1 to 200 line items. */
                    line_items?: {
                        /**
                         * Format: plain-text
                         * @description What the line is for.
                         */
                        description: string;
                        /** @description Greater than 0, at most 1,000,000, with at most six decimals. */
                        quantity: number;
                        /**
                         * Format: price
                         * @description Decimal string, 0 or more, with at most two decimals.
                         * @example 49.99
                         */
                        unit_price: string;
                    }[];
                    customer_email?: string | null;
                    customer_name?: string | null;
                    invoice_number?: string | null;
                    memo?: string | null;
                    due_date?: string | null;
                    tax_rate?: string | null;
                    metadata?: {
                        [key: string]: string;
                    } | null;
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[] | null;
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[] | null;
                    customer_address?: string | null;
                    customer_tax_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    finalizeInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail the invoice to `customer_email`, which is then required.
                     * @default false
                     */
                    send_email?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    voidInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["VoidedInvoice"];
                    };
                };
            };
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invoice. */
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    listButtons: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "active" | "inactive";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Button"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createButton: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: one-line
                     * @description What you sell. Shown at the checkout if there is no description.
                     */
                    name: string;
                    /**
                     * Format: money
                     * @description Decimal string with at most two decimals, worth 0.50 to 100,000.00 USD.
                     * @example 49.99
                     */
                    amount: string;
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    /**
                     * Format: plain-text
                     * @description Shown at the checkout. Default: the name.
                     */
                    description?: string;
                    /** @description Your own key-value pairs: at most 20 keys, 500 characters per value. Values are strings, numbers or booleans. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * Format: return-url
                     * @description Where the customer is sent after success. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    redirect_url?: string;
                    /**
                     * Format: return-url
                     * @description Where the customer is sent on cancel. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    cancel_url?: string;
                    /**
                     * @description How many minutes the customer has to pay.
                     * @default 30
                     */
                    expiration_minutes?: number;
                    /** @description Chains the customer can pay on. Defaults to the chains in your settings, or all. */
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
                    /** @description Tokens the customer can pay with. Defaults to the tokens in your settings, or all. */
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Button"];
                    };
                };
            };
        };
    };
    getButton: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the button. */
                button_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Button"] | components["schemas"]["PublicButton"];
                    };
                };
            };
        };
    };
    updateButton: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the button. */
                button_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An inactive button creates no payments.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                    /**
                     * Format: one-line
                     * @description What you sell. Shown at the checkout if there is no description.
                     */
                    name?: string;
                    /**
                     * Format: money
                     * @description Decimal string with at most two decimals, worth 0.50 to 100,000.00 USD.
                     * @example 49.99
                     */
                    amount?: string;
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency?: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    description?: string | null;
                    metadata?: {
                        [key: string]: string;
                    } | null;
                    redirect_url?: string | null;
                    cancel_url?: string | null;
                    expiration_minutes?: number | null;
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[] | null;
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Button"];
                    };
                };
            };
        };
    };
    createButtonPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the button. */
                button_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Prefilled on the checkout.
                     */
                    customer_email?: string;
                    /** @description How the checkout looks. */
                    checkout_options?: {
                        /**
                         * @description Language of the hosted checkout.
                         * @enum {string}
                         */
                        locale?: "en" | "es" | "fr" | "de" | "ja" | "ko" | "zh";
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ButtonPayment"];
                    };
                };
            };
        };
    };
    getButtonPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the button. */
                button_id: string;
                /** @description Id of the payment. */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ButtonPayment"];
                    };
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "active" | "inactive";
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["PaymentLinkListItem"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: one-line
                     * @description What the customer pays for.
                     */
                    name: string;
                    /**
                     * Format: money
                     * @description Fixed amount, worth 0.50 to 100,000.00 USD. Without it, the customer enters an amount.
                     * @example 49.99
                     */
                    amount?: string;
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    /**
                     * Format: money
                     * @description Least amount the customer can enter.
                     * @example 49.99
                     */
                    minimum_amount?: string;
                    /**
                     * Format: money
                     * @description Largest amount the customer can enter.
                     * @example 49.99
                     */
                    maximum_amount?: string;
                    /**
                     * Format: money
                     * @description Amount that is entered when the page opens.
                     * @example 49.99
                     */
                    suggested_amount?: string;
                    /**
                     * Format: plain-text
                     * @description Shown on the page of the link and at the checkout.
                     */
                    description?: string;
                    /** @description Your own key-value pairs: at most 20 keys, 500 characters per value. Values are strings, numbers or booleans. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /**
                     * Format: return-url
                     * @description Where the customer is sent after success. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    redirect_url?: string;
                    /**
                     * Format: return-url
                     * @description Where the customer is sent on cancel. HTTPS; in test mode also `http://localhost`, `http://127.0.0.1` and `http://[::1]`.
                     */
                    cancel_url?: string;
                    /**
                     * @description How many minutes the customer has to pay.
                     * @default 30
                     */
                    expiration_minutes?: number;
                    /** @description Chains the customer can pay on. Defaults to the chains in your settings, or all. */
                    accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
                    /** @description Tokens the customer can pay with. Defaults to the tokens in your settings, or all. */
                    accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
                    /** @description How many payments the link takes. */
                    max_payments?: number;
                    /**
                     * Format: date-time
                     * @description When the link stops taking payments.
                     */
                    expires_at?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment link. */
                payment_link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the payment link. */
                payment_link_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An inactive link takes no payments.
                     * @enum {string}
                     */
                    status: "active" | "inactive";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
        };
    };
    listPaymentLinkPayments: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the payment link. */
                payment_link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["PaymentListItem"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["WebhookEndpoint"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: webhook-url
                     * @description An absolute URL without credentials. HTTPS in live mode; HTTP is allowed in test mode.
                     */
                    url: string;
                    /** @description Event types to send. `["*"]` subscribes to all. */
                    events: ("payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed" | "*")[];
                    /** @description Your own note. */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["DeletedWebhookEndpoint"];
                    };
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: webhook-url
                     * @description An absolute URL without credentials. HTTPS in live mode; HTTP is allowed in test mode.
                     */
                    url?: string;
                    /** @description Event types to send. `["*"]` subscribes to all. */
                    events?: ("payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed" | "*")[];
                    /** @description Your own note. */
                    description?: string;
                    /**
                     * @description `disabled` pauses the endpoint.
                     * @enum {string}
                     */
                    status?: "enabled" | "disabled";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "succeeded" | "failed";
                /** @description Only deliveries of this event. */
                event_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Delivery"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
        };
    };
    sendTestDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The endpoint to send to. */
                    endpoint_id: string;
                    /**
                     * @description The type of the sample event.
                     * @enum {string}
                     */
                    event_type: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["TestDelivery"];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Returns the items after this one. To get the next page, pass the id of the last item of the current page. */
                starting_after?: string;
                /** @description Returns the items before this one. To go back, pass the id of the first item of the current page. */
                ending_before?: string;
                /** @description Type of the event. */
                type?: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result. */
                        data: components["schemas"]["Event"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True, unless the response is an error.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    exportPayments: {
        parameters: {
            query?: {
                /** @description Prefix of a payment id, reference id, customer e-mail address, transaction hash or payer address; an amount; a deposit address. */
                search?: string;
                /** @description Only those with this status. */
                status?: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
                /** @description Id of the chain. */
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @description Symbol of the token. */
                token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description ISO 4217 code. */
                currency?: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                /** @description Created at or after this moment. */
                created_gte?: string;
                /** @description Created at or before this moment. */
                created_lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportRefunds: {
        parameters: {
            query?: {
                /** @description Refunds of this payment. */
                payment_id?: string;
                /** @description Only those with this status. */
                status?: "processing" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportInvoices: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "draft" | "open" | "paid" | "expired" | "void";
                /** @description Exact match. */
                customer_email?: string;
                /** @description Created at or after this time. */
                created_gte?: string;
                /** @description Created at or before this time. */
                created_lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description Type of the event. */
                type?: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportPayouts: {
        parameters: {
            query?: {
                /** @description Only those with this status. */
                status?: "processing" | "completed" | "failed";
                /** @description Id of the chain. */
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @description Symbol of the token. */
                token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description Created at or after this time. */
                created_gte?: string;
                /** @description Created at or before this time. */
                created_lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportBalance: {
        parameters: {
            query?: {
                /** @description Created at or after this time. */
                created_gte?: string;
                /** @description Created at or before this time. */
                created_lte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
}
export type errorCodes =
    | "ACCOUNT_SUSPENDED"
    | "AMOUNT_TOO_LARGE"
    | "AMOUNT_TOO_SMALL"
    | "APPROVAL_REQUIRED"
    | "BUTTON_INACTIVE"
    | "BUTTON_NOT_FOUND"
    | "DESCRIPTION_TOO_LONG"
    | "DUPLICATE_REFERENCE"
    | "EMAIL_LIMIT_EXCEEDED"
    | "EMAIL_NOT_VERIFIED"
    | "FORBIDDEN"
    | "HEADERS_TOO_LARGE"
    | "IDEMPOTENCY_CONFLICT"
    | "INTERNAL_ERROR"
    | "INVALID_AMOUNT"
    | "INVALID_CHAIN"
    | "INVALID_CURRENCY"
    | "INVALID_DUE_DATE"
    | "INVALID_EMAIL"
    | "INVALID_EXPIRATION"
    | "INVALID_JSON"
    | "INVALID_LINE_ITEMS"
    | "INVALID_PARAMETER"
    | "INVALID_TAX_RATE"
    | "INVALID_TOKEN"
    | "INVALID_URL"
    | "INVOICE_ALREADY_PAID"
    | "INVOICE_ALREADY_VOID"
    | "INVOICE_NOT_EDITABLE"
    | "INVOICE_NOT_FOUND"
    | "INVOICE_NOT_OPEN"
    | "INVOICE_PAYMENT_IN_PROGRESS"
    | "IP_NOT_ALLOWED"
    | "KEY_ENVIRONMENT_MISMATCH"
    | "KEY_REVOKED"
    | "METADATA_TOO_LARGE"
    | "MISSING_REQUIRED_FIELD"
    | "NOT_FOUND"
    | "PAYLOAD_TOO_LARGE"
    | "PAYMENT_ALREADY_COMPLETED"
    | "PAYMENT_EXPIRED"
    | "PAYMENT_IN_PROGRESS"
    | "PAYMENT_LINK_NOT_FOUND"
    | "PAYMENT_NOT_FOUND"
    | "PAYMENT_NOT_REFUNDABLE"
    | "PAYOUT_NOT_FOUND"
    | "PAYOUT_NOT_POSSIBLE"
    | "RATE_LIMIT_EXCEEDED"
    | "REFUND_EXCEEDS_AMOUNT"
    | "REFUND_NOT_FOUND"
    | "REFUND_NOT_WAITING"
    | "REQUEST_TIMEOUT"
    | "SERVICE_UNAVAILABLE"
    | "TOP_UP_NOT_NEEDED"
    | "UNAPPLIED_FUNDS_NOT_FOUND"
    | "UNAPPLIED_FUNDS_NOT_OPEN"
    | "UNAUTHORIZED"
    | "UNKNOWN_FIELD"
    | "WEBHOOK_ENDPOINT_NOT_FOUND";

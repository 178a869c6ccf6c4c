// Written by "npm run generate" from web/dashboard/generated/openapi.json. Do not edit.

export interface paths {
    "/dashboard/api/sign_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_out_everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_out_others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOutOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeys"];
        put?: never;
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateKey"];
        trace?: never;
    };
    "/dashboard/api/keys/{key_id}/any_address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["allowAnyAddress"];
        delete: operations["withdrawAnyAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/dashboard/api/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setLogo"];
        post?: never;
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSettlement"];
        trace?: never;
    };
    "/dashboard/api/settlement/wallets/{family}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setPayoutWallet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlement/wallets/{family}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["cancelPayoutWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlement/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPayoutWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPayoutDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBalanceOutlook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/settlement/pay_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["payOutEverything"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["hideChecklist"];
        trace?: never;
    };
    "/dashboard/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPaymentDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/{payment_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/unapplied_funds/{unapplied_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["returnToAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/unapplied_funds/{unapplied_id}/claim_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getReturnClaimLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/refunds/{refund_id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enterRefundAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/refunds/{refund_id}/claim_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getRefundClaimLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/unapplied_funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listValuedFunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/refunds.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export refunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/invoices.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export invoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/payouts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export payouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/exports/balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["export balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/endpoints/{endpoint_id}/retry_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/emails/{email_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/email/send_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/totp/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["turnOnSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["turnOffSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_in/passkey/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign_in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPasskeys"];
        put?: never;
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askForPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/{passkey_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeMemberRole"];
        trace?: never;
    };
    "/dashboard/api/members/{member_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/approvals/{approval_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/approval_rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApprovalRules"];
        put: operations["changeApprovalRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeNotices"];
        trace?: never;
    };
    "/dashboard/api/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChainHealth"];
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
        Error: {
            /** @enum {boolean} */
            success: false;
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
        Payment: {
            /** @description Prefix `pay_`. */
            payment_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
            /** @description Decimal string with two decimals. */
            amount: string;
            /** @enum {string} */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            description: string | null;
            /** @description Hosted checkout of this payment. */
            checkout_url: string;
            metadata: {
                [key: string]: string | number | boolean;
            };
            redirect_url: string | null;
            cancel_url: string | null;
            accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[];
            accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[];
            customer_email: string | null;
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
        Refund: {
            /** @description Prefix `ref_`. */
            refund_id: string;
            /** @description Payment being refunded. */
            payment_id: string;
            /** @enum {string} */
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
        RefundClaimLink: {
            refund_id: string;
            /** @description Page where the customer says where to send the refund. Whoever has the link can do so. */
            claim_url: string;
            /**
             * Format: date-time
             * @description When the refund fails unless an address is given.
             */
            expires_at: string;
        };
        UnappliedFund: {
            /** @description Prefix `unf_`. */
            unapplied_id: string;
            /** @description The payment whose address it arrived at. */
            payment_id: string;
            /** @enum {string} */
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
            /** @enum {string} */
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
        ReturnClaimLink: {
            unapplied_id: string;
            /** @description Page where the customer says where to return the money. Whoever has the link can do so. */
            claim_url: string;
            /**
             * Format: date-time
             * @description Until when the page takes an address.
             */
            expires_at: string;
        };
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @enum {string} */
            kind: "created" | "cancelled" | "sighting" | "confirmation" | "posting" | "event" | "delivery" | "refund" | "unapplied" | "sweep" | "route" | "payout";
            /** @description What happened, in words. */
            title: string;
            /** @description What it is about: a payment, arrival, posting, event, delivery, refund … */
            id: string;
            /** @description Its status now. */
            status?: string;
            chain?: string;
            token?: string;
            /** @description Six decimals. */
            token_amount?: string;
            tx_hash?: string;
            block_number?: number;
            block_hash?: string;
            /** @description Address that sent the money. */
            from?: string;
            /** @description Address that got the money. */
            to?: string;
            /** @description Of the last attempt to deliver. */
            http_status?: number | null;
            lines?: {
                /** @description Kind of account in the ledger. */
                account: string;
                chain: string;
                token: string;
                /** @description Smallest units: positive where we hold more, negative where we owe more. */
                units: string;
            }[];
        };
        Settlement: {
            /**
             * @description `as_received`: balances are paid out in the token and on the chain in which they came. `routed`: they are exchanged into `route_to` first.
             * @enum {string}
             */
            asset: "as_received" | "routed";
            route_to: {
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            } | null;
            /** @description What `route_to` can be here. Empty in live mode while the operator has routing off. */
            routable_to: {
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
            }[];
            /**
             * @description What becomes of a balance that cannot be exchanged within the limits.
             * @enum {string}
             */
            when_not_routable: "as_received" | "wait";
            /** @enum {string} */
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
            wallets: {
                /**
                 * @description One wallet for all EVM chains, one for Solana.
                 * @enum {string}
                 */
                family: "evm" | "solana";
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
        Payout: {
            /** @description Prefix `po_`. */
            payout_id: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            /**
             * @description What made it: your schedule, or a request.
             * @enum {string}
             */
            initiator: "schedule" | "manual";
            /** @enum {string} */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /** @enum {string} */
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
        PayoutWithSteps: {
            /** @description Prefix `po_`. */
            payout_id: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            /**
             * @description What made it: your schedule, or a request.
             * @enum {string}
             */
            initiator: "schedule" | "manual";
            /** @enum {string} */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /** @enum {string} */
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
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
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
                /** @enum {string} */
                status: "processing" | "stuck" | "completed" | "failed";
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
                token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description What left this balance. Six decimals. */
                token_amount: string;
                /** @enum {string} */
                to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
                to_token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                arrived_amount: string | null;
                /** @description Why this way. */
                explanation: string;
                /** @description Network fees, paid by the operator. */
                gas: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                steps: {
                    /** @description Steps are done in this order. */
                    step: number;
                    /**
                     * @description Who exchanged it.
                     * @enum {string}
                     */
                    provider: "uniswap" | "cctp" | "lifi";
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    token_amount: string | null;
                    /** @enum {string} */
                    to_chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    to_token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description What the last quote promised, in `to_token`. Six decimals. */
                    expected_amount: string;
                    arrived_amount: string | null;
                    /** @description Kept by the pool or bridge, in `token`. Part of what did not arrive. With all decimals of the token. */
                    fee_amount: string;
                    slippage_amount: string | null;
                    tx_hash: string | null;
                }[];
                /** Format: date-time */
                created_at: string;
                completed_at: string | null;
            }[];
            /** @description What these exchanges cost together. */
            costs: {
                /** @description Kept by pools. */
                pool_fees: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Kept by bridges. */
                bridge_fees: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Quotes less what arrived. Negative when more arrived. */
                slippage: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
                /** @description Network fees, paid by the operator. */
                gas: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    /** @description The sum. With all decimals of the token. */
                    token_amount: string;
                }[];
            };
        };
        Member: {
            member_id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "developer" | "finance" | "approver" | "viewer";
            /** @enum {string} */
            status: "active" | "invited";
            totp_enabled: boolean;
            /** @description How many passkeys the member has. */
            passkeys: number;
            last_seen_at: string | null;
            created_at: string;
        };
        Invitation: {
            merchant_name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "developer" | "finance" | "approver" | "viewer";
        };
        Session: {
            member: components["schemas"]["Member"];
            merchant: {
                merchant_id: string;
                name: string;
                logo_url: string | null;
                /** @enum {string} */
                status: "active" | "suspended";
                /** @description False until the link that is mailed at sign-up was opened. */
                email_verified: boolean;
            };
            permissions: ("read" | "payments.write" | "payments.simulate" | "refunds.write" | "invoices.write" | "buttons.write" | "webhooks.write" | "keys.write" | "settings.write" | "payouts.write" | "members.write" | "approvals.write" | "audit.read")[];
            sign_up_open: boolean;
            /** @description False without a mail server: e-mails stay in the outbox. */
            sends_mail: boolean;
            /** @description Whether the member runs the service, and sees what is for the operator. */
            is_operator: boolean;
        };
        SignedUp: {
            member: components["schemas"]["Member"];
            merchant: {
                merchant_id: string;
                name: string;
                logo_url: string | null;
                /** @enum {string} */
                status: "active" | "suspended";
                /** @description False until the link that is mailed at sign-up was opened. */
                email_verified: boolean;
            };
            permissions: ("read" | "payments.write" | "payments.simulate" | "refunds.write" | "invoices.write" | "buttons.write" | "webhooks.write" | "keys.write" | "settings.write" | "payouts.write" | "members.write" | "approvals.write" | "audit.read")[];
            sign_up_open: boolean;
            /** @description False without a mail server: e-mails stay in the outbox. */
            sends_mail: boolean;
            /** @description Whether the member runs the service, and sees what is for the operator. */
            is_operator: boolean;
            /** @description The secret test key of the new merchant. Shown this once. */
            test_key: string;
        };
        /** @description A browser in which the member is signed in. */
        OwnSession: {
            session_id: string;
            device: string;
            /** @description An IPv4 address or an IPv6 /64. */
            network: string;
            created_at: string;
            last_seen_at: string;
            /** @description The session of the request. */
            current: boolean;
        };
        Passkey: {
            passkey_id: string;
            name: string;
            created_at: string;
            last_used_at: string | null;
        };
        Approval: {
            approval_id: string;
            /** @enum {string} */
            action: "wallet" | "address" | "payout" | "key" | "rules" | "members";
            params: {
                [key: string]: unknown;
            };
            worth_usd: string | null;
            /** @enum {string} */
            state: "pending" | "approved" | "declined" | "expired";
            asked_by: string;
            /** @description Whether you have asked for it: then another member decides. */
            is_own: boolean;
            asked_at: string;
            /** @description Rules and who may approve are changed then, if nobody declines. Others expire. */
            expires_at: string;
            decided_by: string | null;
            decided_at: string | null;
            reason: string | null;
        };
        AuditEntry: {
            audit_id: string;
            member_id: string | null;
            member_email: string | null;
            action: string;
            resource_id: string | null;
            environment: ("test" | "live") | null;
            details: {
                [key: string]: unknown;
            };
            ip: string;
            created_at: string;
        };
        /** @description What a member gets by e-mail. */
        NoticeChoices: {
            payment_received: boolean;
            payout_sent: boolean;
            /** @description A refund waits for the balance. */
            refund_waiting: boolean;
            endpoint_failing: boolean;
            /** @description Also of payments, payouts and failing endpoints in test mode. */
            test_mode: boolean;
            locale: ("en" | "es" | "fr" | "de" | "ja" | "ko" | "zh") | null;
        };
        /** @description A key as its merchant sees it. */
        Key: {
            key_id: string;
            name: string | null;
            /** @enum {string} */
            kind: "secret" | "publishable";
            /** @enum {string} */
            environment: "test" | "live";
            /** @description The last four characters. */
            hint: string;
            allowed_ips: string[] | null;
            permissions: string[] | null;
            /** @description It may say to which address a live refund or unapplied money goes: `refunds.any_address`. */
            any_address: boolean;
            /** @description It refuses requests with fields that the API does not know. */
            strict: boolean;
            expires_at: string | null;
            last_used_at: string | null;
            created_at: string;
            revoked_at: string | null;
            /** @description Only in the response to its creation. */
            key?: string;
        };
        Settings: {
            name: string;
            logo_url: string | null;
            support_email: string | null;
            support_url: string | null;
            address: string | null;
            tax_id: string | null;
            accent_color: string | null;
            simulated_customer: boolean;
            /** @description Whether live payments of one payer count together when it is decided which ones are large. */
            sum_by_payer: boolean;
            default_accepted_chains: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[] | null;
            default_accepted_tokens: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[] | null;
        };
        FoundPayment: {
            /** @description Prefix `pay_`. */
            payment_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
            /** @description Decimal string with two decimals. */
            amount: string;
            /** @enum {string} */
            currency: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
            description: string | null;
            customer_email: string | null;
            reference_id: string | null;
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
            /**
             * Format: date-time
             * @description Absent until completed.
             */
            completed_at?: string;
            /**
             * Format: date-time
             * @description Present when you cancelled the payment: why it is `expired` before its deadline.
             */
            cancelled_at?: string;
        };
        PaymentDetail: {
            payment: components["schemas"]["Payment"];
            refunded_amount: string;
            refundable_amount: string;
            /** @description What a refund of that would send. Six decimals. */
            refundable_token_amount: string;
            refund_to: string | null;
            invoice_id: string | null;
            tx_url: string | null;
            timeline: components["schemas"]["TimelineEntry"][];
            refunds: components["schemas"]["Refund"][];
            events: {
                event_id: string;
                type: string;
                created_at: string;
            }[];
            deliveries: {
                delivery_id: string;
                endpoint_id: string;
                event_type: string;
                status: string;
                attempts: number;
                created_at: string;
            }[];
        };
        /** @description What the search of the top bar finds, newest first. */
        SearchResults: {
            payments: components["schemas"]["FoundPayment"][];
            refunds: {
                refund_id: string;
                payment_id: string;
                status: string;
                amount: string;
                currency: string;
                customer_email: string | null;
            }[];
            invoices: {
                invoice_id: string;
                invoice_number: string;
                status: string;
                amount: string;
                currency: string;
                customer_email: string | null;
            }[];
        };
        ValuedFund: {
            /** @description Prefix `unf_`. */
            unapplied_id: string;
            /** @description The payment whose address it arrived at. */
            payment_id: string;
            /** @enum {string} */
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
            /** @enum {string} */
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
            worth_usd: string | null;
        };
        Stats: {
            currency_note: string;
            totals: {
                volume_usd: string;
                count: number;
                completed: number;
                success_rate: number | null;
                average_confirmation_seconds: number | null;
                refunded_usd: string;
                refunds: number;
                /** @description Volume less refunds. Negative if more was refunded than came in. */
                net_usd: string;
            };
            /** @description The same number of days right before. */
            previous: {
                volume_usd: string;
                count: number;
                completed: number;
                success_rate: number | null;
                average_confirmation_seconds: number | null;
                refunded_usd: string;
                refunds: number;
                /** @description Volume less refunds. Negative if more was refunded than came in. */
                net_usd: string;
            };
            by_day: {
                day: string;
                volume_usd: string;
                count: number;
                completed: number;
                success_rate: number | null;
                average_confirmation_seconds: number | null;
                refunded_usd: string;
                refunds: number;
                /** @description Volume less refunds. Negative if more was refunded than came in. */
                net_usd: string;
                /** @description Pending or processing. */
                open: number;
                failed: number;
                expired: number;
            }[];
            by_chain: {
                chain: string;
                volume_usd: string;
                count: number;
            }[];
            by_token: {
                token: string;
                volume_usd: string;
                count: number;
            }[];
            checklist: {
                has_key: boolean;
                has_test_payment: boolean;
                has_endpoint: boolean;
                has_live_key: boolean;
                has_live_endpoint: boolean;
                /** @description In live mode. */
                has_payout_wallet: boolean;
                has_live_payment: boolean;
                /**
                 * @description What the operator has to do before live payments can be made: turn a chain on, create the wallet, mend what is wrong.
                 * @enum {string}
                 */
                live_chains: "none" | "no_wallet" | "not_working" | "working";
                /** @description The member has dismissed the list. */
                hidden: boolean;
            };
        };
        /** @description What somebody should do something about. Counts are at most 100. */
        Attention: {
            /** @description Live chains that do not work, or whose payouts are stopped. */
            chains: {
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /** @enum {string} */
                state: "working" | "idle" | "behind" | "silent" | "off" | "halted";
                /** @description Less is on the chain than the ledger says. */
                payouts_stopped: boolean;
            }[];
            /** @description Unapplied money that nobody has decided about. */
            unapplied: number;
            /** @description Refunds that wait for an address or for the balance. */
            waiting_refunds: number;
            /** @description Balances whose last payout failed, within 30 days. */
            failed_payouts: number;
            /** @description What a second member has to approve. Live mode only. */
            approvals: number;
            /** @description Webhook endpoints that fail, or that were disabled. */
            failing_endpoints: number;
        };
        /** @description A balance, and what keeps it from being paid out now. */
        BalanceOutlook: {
            /** @enum {string} */
            chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
            /** @enum {string} */
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
            reason: string | null;
            explanation: string | null;
            payable: {
                /** @description All that can be paid out now. Six decimals. */
                token_amount: string;
                /** @description What that is worth now, in `currency`. Two decimals. */
                amount: string;
                /** @description The reserve, which stays in the balance. Six decimals. */
                stays: string;
                /** @description The payout wallet of this chain. */
                address: string;
                into: {
                    /** @enum {string} */
                    chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                    /** @enum {string} */
                    token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    address: string | null;
                } | null;
                scheduled_to: string | null;
            } | null;
            routing: string | null;
        };
        PayoutDetail: {
            payout: components["schemas"]["PayoutWithSteps"];
            started_by: {
                member_email: string | null;
                key_id: string | null;
            } | null;
            /** @description Where to look at the transaction of each step. */
            tx_urls: (string | null)[];
            /** @description The same for the steps of each route. */
            route_tx_urls: (string | null)[][];
        };
        /** @description A payout wallet in the history. */
        WalletEntry: {
            wallet_id: string;
            /** @enum {string} */
            family: "evm" | "solana";
            address: string;
            /** @enum {string} */
            status: "active" | "pending" | "replaced" | "cancelled";
            set_by: string | null;
            active_from: string;
            created_at: string;
        };
        RequestLogEntry: {
            request_id: string;
            method: string;
            path: string;
            status: number;
            latency_ms: number;
            key_id: string | null;
            error_code: string | null;
            ip: string;
            created_at: string;
            ignored_fields: string[] | null;
        };
        RequestDetail: {
            request_id: string;
            method: string;
            path: string;
            status: number;
            latency_ms: number;
            key_id: string | null;
            error_code: string | null;
            ip: string;
            created_at: string;
            ignored_fields: string[] | null;
            resource_id: string | null;
            request_body: string | null;
            response_body: string | null;
            events: {
                event_id: string;
                type: string;
                created_at: string;
            }[];
        };
        Email: {
            email_id: string;
            kind: string;
            to: string;
            /** @enum {string} */
            status: "queued" | "sent" | "failed";
            attempts: number;
            last_error: string | null;
            resource_id: string;
            created_at: string;
            sent_at: string | null;
        };
        EmailContent: {
            email_id: string;
            kind: string;
            to: string;
            /** @enum {string} */
            status: "queued" | "sent" | "failed";
            attempts: number;
            last_error: string | null;
            resource_id: string;
            created_at: string;
            sent_at: string | null;
            subject: string;
            html: string;
            text: string;
        };
        ChainsHealth: {
            has_wallet: boolean;
            /** @description Whether the member sees what is for the operator. */
            sees_all: boolean;
            /** @description Those that the operator has configured. */
            chains: {
                /** @enum {string} */
                chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                /**
                 * @description `idle`: nothing to watch. `silent`: no node answers. `off`: workers found a problem, or none has looked.
                 * @enum {string}
                 */
                state: "working" | "idle" | "behind" | "silent" | "off" | "halted";
                lag_seconds: number | null;
                /** @description Less is on the chain than the ledger says. */
                payouts_stopped: boolean;
                /** @description Null for everybody but the operator. */
                operator: {
                    problem: string | null;
                    hot_owner: string | null;
                    /** @description What to run when something is wrong. */
                    command: string;
                    read_block: number | null;
                    read_block_at: string | null;
                    last_block: number | null;
                    answered_at: string | null;
                    /** @description Null until a worker with the wallet has sent something. */
                    gas: {
                        /** @enum {string} */
                        token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                        amount: string;
                        is_low: boolean;
                        transfers_left: number;
                        noted_at: string;
                    } | null;
                    /** @description Null unless money of this chain goes, or went, to a cold address. */
                    cold: {
                        address: string | null;
                        /** @description What the ledger has there. */
                        amounts: {
                            /** @enum {string} */
                            token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                            amount: string;
                        }[];
                        hot_usd: number | null;
                        problem: string | null;
                        refill: string | null;
                    } | null;
                    rpc: {
                        /** @description Without path and query, which contain keys. */
                        host: string;
                        /** @description Today and yesterday (UTC). */
                        calls: number;
                        errors: number;
                        last_problem: string | null;
                        last_problem_at: string | null;
                    }[];
                } | null;
            }[];
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
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    merchant_name: string;
                    /**
                     * Format: email
                     * @description E-mail address of the member.
                     */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SignedUp"];
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    new_password: string;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OwnSession"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            session_id: string;
                            deleted: boolean;
                        };
                    };
                };
            };
        };
    };
    signOutOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            ended: number;
                        };
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"][];
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    name: string;
                    /** @enum {string} */
                    kind: "secret" | "publishable";
                    allowed_ips?: string[] | null;
                    permissions?: ("read" | "payments.read" | "refunds.read" | "invoices.read" | "buttons.read" | "webhooks.read" | "events.read" | "payouts.read" | "payments.write" | "refunds.write" | "invoices.write" | "buttons.write" | "webhooks.write" | "payouts.write")[] | null;
                    /** @description Refuse requests with fields that the API does not know. Default: ignore them. */
                    strict?: boolean;
                    expires_at?: string | null;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"];
                    };
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    name?: string;
                    allowed_ips?: string[] | null;
                    /** @description Refuse requests with fields that the API does not know. Default: ignore them. */
                    strict?: boolean;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"];
                    };
                };
            };
        };
    };
    allowAnyAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    withdrawAnyAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"];
                    };
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Key"];
                    };
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    name?: string;
                    support_email?: string | null;
                    support_url?: string | null;
                    address?: string | null;
                    tax_id?: string | null;
                    accent_color?: string | null;
                    simulated_customer?: boolean;
                    sum_by_payer?: boolean;
                    default_accepted_chains?: ("ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc")[] | null;
                    default_accepted_tokens?: ("ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD")[] | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    content_type: "image/png" | "image/jpeg" | "image/webp";
                    /**
                     * Format: base64
                     * @description The image, base64-encoded.
                     */
                    data: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    updateSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    route_to?: {
                        /** @enum {string} */
                        chain: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                        /** @enum {string} */
                        token: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                    } | null;
                    /** @enum {string} */
                    when_not_routable?: "as_received" | "wait";
                    /** @enum {string} */
                    schedule?: "instant" | "daily" | "weekly" | "manual";
                    /**
                     * @description ISO 4217 code.
                     * @enum {string}
                     */
                    currency?: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                    minimum_amount?: string;
                    reserve_amount?: string;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    setPayoutWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                family: "evm" | "solana";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    cancelPayoutWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                family: "evm" | "solana";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
        };
    };
    listPayoutWallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WalletEntry"][];
                    };
                };
            };
        };
    };
    getPayoutDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PayoutDetail"];
                    };
                };
            };
        };
    };
    listBalanceOutlook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BalanceOutlook"][];
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
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Payout"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
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
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Stats"];
                    };
                };
            };
        };
    };
    getAttention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Attention"];
                    };
                };
            };
        };
    };
    hideChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    hidden: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            hidden: boolean;
                        };
                    };
                };
            };
        };
    };
    searchPayments: {
        parameters: {
            query?: {
                /** @description Prefix of a payment id, reference id, customer e-mail address, transaction hash or payer address; an amount; a deposit address. */
                search?: string;
                status?: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
                token?: "ETH" | "USDC" | "USDT" | "DAI" | "SOL" | "MATIC" | "AVAX" | "BNB" | "BUSD";
                /** @description ISO 4217 code. */
                currency?: "USD" | "EUR" | "GBP" | "CAD" | "AUD";
                /** @description Created at or after this moment. */
                created_gte?: string;
                /** @description Created at or before this moment. */
                created_lte?: string;
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["FoundPayment"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getPaymentDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentDetail"];
                    };
                };
            };
        };
    };
    sendReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            to: string;
                        };
                    };
                };
            };
        };
    };
    returnToAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where the customer wants the money, on its chain. */
                    address: string;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["UnappliedFund"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    getReturnClaimLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                unapplied_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ReturnClaimLink"];
                    };
                };
            };
        };
    };
    enterRefundAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where the customer wants the money, on its chain. */
                    address: string;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    getRefundClaimLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundClaimLink"];
                    };
                };
            };
        };
    };
    listValuedFunds: {
        parameters: {
            query?: {
                /** @description Money sent to this payment. */
                payment_id?: string;
                status?: "open" | "returning" | "returned" | "credited" | "reversed" | "applied";
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ValuedFund"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Prefix of an id, a number, an e-mail address … */
                text: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SearchResults"];
                    };
                };
            };
        };
    };
    "export payments": {
        parameters: {
            query?: {
                /** @description Prefix of a payment id, reference id, customer e-mail address, transaction hash or payer address; an amount; a deposit address. */
                search?: string;
                status?: "pending" | "processing" | "completed" | "failed" | "expired" | "refunded" | "partially_refunded";
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "export refunds": {
        parameters: {
            query?: {
                /** @description Refunds of this payment. */
                payment_id?: string;
                status?: "processing" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "export invoices": {
        parameters: {
            query?: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "export events": {
        parameters: {
            query?: {
                type?: "payment.completed" | "payment.failed" | "payment.expired" | "payment.processing" | "payment.funds_unapplied" | "payment.reversed" | "invoice.paid" | "invoice.expired" | "refund.completed" | "refund.failed" | "refund.waiting" | "payout.completed" | "payout.failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "export payouts": {
        parameters: {
            query?: {
                status?: "processing" | "completed" | "failed";
                chain?: "ethereum" | "polygon" | "arbitrum" | "optimism" | "base" | "solana" | "avalanche" | "bsc";
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "export balance": {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    retryFailedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            retried: number;
                        };
                    };
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                status_class?: "2xx" | "4xx" | "5xx";
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description A part of the path, the id of a request, or the id of what requests were about. */
                search?: string;
                /** @description Made at or after this time. */
                created_gte?: string;
                /** @description Made at or before this time. */
                created_lte?: string;
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RequestLogEntry"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RequestDetail"];
                    };
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                status?: "queued" | "sent" | "failed";
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Email"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EmailContent"];
                    };
                };
            };
        };
    };
    requestPasswordReset: {
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
                     * Format: email
                     * @description E-mail address of the member.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            secret: string;
                            otpauth_url: string;
                        };
                    };
                };
            };
        };
    };
    turnOnSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
    };
    turnOffSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            challenge: string;
                            rpId: string;
                            timeout: number;
                            /** @enum {string} */
                            userVerification: "required";
                            allowCredentials: {
                                /** @enum {string} */
                                type: "public-key";
                                id: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    passkey: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Passkey"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    name: string;
                    credential: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            passkey: components["schemas"]["Passkey"];
                            /** @description Those of a member whose first second factor this is; otherwise none. */
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
    };
    askForPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            challenge: string;
                            rpId: string;
                            timeout: number;
                            /** @enum {string} */
                            userVerification: "required";
                            allowCredentials: {
                                /** @enum {string} */
                                type: "public-key";
                                id: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            challenge: string;
                            rp: {
                                id: string;
                                name: string;
                            };
                            user: {
                                id: string;
                                name: string;
                                displayName: string;
                            };
                            pubKeyCredParams: {
                                /** @enum {string} */
                                type: "public-key";
                                alg: number;
                            }[];
                            timeout: number;
                            /** @enum {string} */
                            attestation: "none";
                            excludeCredentials: {
                                /** @enum {string} */
                                type: "public-key";
                                id: string;
                            }[];
                            authenticatorSelection: {
                                /** @enum {string} */
                                residentKey: "required";
                                /** @enum {boolean} */
                                requireResidentKey: true;
                                /** @enum {string} */
                                userVerification: "required";
                            };
                        };
                    };
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            passkey_id: string;
                            deleted: boolean;
                        };
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Member"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    inviteMember: {
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
                     * Format: email
                     * @description E-mail address of the member.
                     */
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "developer" | "finance" | "approver" | "viewer";
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "developer" | "finance" | "approver" | "viewer";
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            member_id: string;
                            deleted: boolean;
                        };
                    };
                };
            };
        };
    };
    restoreOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @enum {string} */
                            role: "owner" | "approver";
                        };
                    };
                };
            };
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditEntry"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Approval"][];
                        has_more: boolean;
                    };
                };
            };
        };
    };
    approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Approval"];
                    };
                };
            };
        };
    };
    declineApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: one-line */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Approval"];
                    };
                };
            };
        };
    };
    getApprovalRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            wallet: string | null;
                            address: string | null;
                            payout: string | null;
                            key: string | null;
                        };
                    };
                };
            };
        };
    };
    changeApprovalRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    wallet?: string | null;
                    address?: string | null;
                    payout?: string | null;
                    key?: string | null;
                    password?: string;
                    code?: string;
                    passkey?: {
                        id: string;
                        rawId: string;
                        /** @enum {string} */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            wallet: string | null;
                            address: string | null;
                            payout: string | null;
                            key: string | null;
                        };
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            pending_approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
    getNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NoticeChoices"];
                    };
                };
            };
        };
    };
    changeNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    payment_received?: boolean;
                    payout_sent?: boolean;
                    /** @description A refund waits for the balance. */
                    refund_waiting?: boolean;
                    endpoint_failing?: boolean;
                    /** @description Also of payments, payouts and failing endpoints in test mode. */
                    test_mode?: boolean;
                    locale?: ("en" | "es" | "fr" | "de" | "ja" | "ko" | "zh") | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NoticeChoices"];
                    };
                };
            };
        };
    };
    getChainHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ChainsHealth"];
                    };
                };
            };
        };
    };
}

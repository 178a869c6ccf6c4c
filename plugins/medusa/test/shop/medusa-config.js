/** The shop of the tests: no admin, no Redis, a database of its own. What differs between runs comes from the environment. */
const { defineConfig } = require('@medusajs/framework/utils');

const env = process.env;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.SHOP_DATABASE_URL,
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'a secret of tests',
      cookieSecret: 'a secret of tests',
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@causeway/medusa', options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        // Medusa waits so long before it looks at a webhook.
        webhook_delay: 200,
        providers: [
          {
            resolve: '@causeway/medusa',
            id: 'causeway',
            options: {
              url: env.CAUSEWAY_URL,
              apiKey: env.CAUSEWAY_API_KEY,
              webhookSecret: env.CAUSEWAY_WEBHOOK_SECRET,
              redirectUrl: 'https://shop.example/order/confirmed',
            },
          },
        ],
      },
    },
  ],
});

/** Fills the shop: a region with both ways to pay, one product, and keys. For tests. */
const { Modules, ContainerRegistrationKeys } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

module.exports.default = async function seed({ container }) {
  const run = async (name, input) => (await flows[name](container).run({ input })).result;
  const store = (await container.resolve(Modules.STORE).listStores())[0];
  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] });
  await run('updateStoresWorkflow', {
    selector: { id: store.id },
    update: {
      default_sales_channel_id: channel.id,
      supported_currencies: [{ currency_code: 'usd', is_default: true }],
    },
  });
  const payment_providers = ['pp_causeway_causeway', 'pp_system_default'];
  const [region] = await run('createRegionsWorkflow', {
    regions: [{ name: 'Here', currency_code: 'usd', countries: ['us'], payment_providers }],
  });
  const [yen] = await run('createRegionsWorkflow', {
    regions: [{ name: 'There', currency_code: 'jpy', countries: ['jp'], payment_providers }],
  });
  const [product] = await run('createProductsWorkflow', {
    products: [
      {
        title: 'Enamel mug',
        status: 'published',
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Size', values: ['One'] }],
        variants: [
          {
            title: 'One',
            manage_inventory: false,
            options: { Size: 'One' },
            prices: [
              { amount: 14, currency_code: 'usd' },
              { amount: 1400, currency_code: 'jpy' },
            ],
          },
        ],
      },
    ],
  });
  const key = (type) => ({ title: type, type, created_by: '' });
  const [publishable, secret] = await run('createApiKeysWorkflow', {
    api_keys: [key('publishable'), key('secret')],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: publishable.id, add: [channel.id] });
  const made = {
    publishableKey: publishable.token,
    secretKey: secret.token,
    regionId: region.id,
    yenRegionId: yen.id,
    variantId: product.variants[0].id,
  };
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`seeded ${JSON.stringify(made)}`);
};

// The payment method in the checkout made of blocks. Plain JavaScript for the browser: nothing is built.
(() => {
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const method = window.wc.wcSettings.getPaymentMethodData('causeway', {});
  const title = decodeEntities(method.title ?? '');
  const content = createElement('div', null, decodeEntities(method.description ?? ''));
  window.wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'causeway',
    label: createElement('span', null, title),
    ariaLabel: title,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: method.supports ?? [] },
  });
})();

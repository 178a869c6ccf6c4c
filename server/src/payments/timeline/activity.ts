export { selectPaymentDeliveries, selectPaymentEvents } from './activity-store.ts';

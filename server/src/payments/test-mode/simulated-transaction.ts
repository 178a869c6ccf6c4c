/** What pages show of transactions on simulated chains. */
export { anyTransactionTo, type SimulatedTransaction, selectByHash } from './store.ts';

import type { Cast } from './cast.ts';

/** Lets everything under way end. */
export async function finishPending(cast: Cast): Promise<void> {
  const { stage } = cast.world;
  await stage.settle();
  for (let [op] = stage.eligible(); op; [op] = stage.eligible()) await stage.perform(op, 'done');
  await startDead(cast);
}

/** Whoever died is started again. Nobody knows what became of the requests to the API. */
export async function startDead({
  processes,
  merchants,
  chainOperator,
  visitors,
  ...cast
}: Cast): Promise<void> {
  if (!(await processes.startDead())) return;
  for (const { shop, owner } of merchants) {
    shop.lostAnswers();
    owner.lostAnswers();
  }
  chainOperator.lostAnswers();
  visitors.lostAnswers();
  cast.signingCustomers?.lostAnswers();
}

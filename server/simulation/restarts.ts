import type { Simulation } from './simulation.ts';

/** Lets everything under way end. */
export async function finishPending(simulation: Simulation): Promise<void> {
  const { scheduler } = simulation.world;
  await scheduler.settle();
  for (let [op] = scheduler.eligible(); op; [op] = scheduler.eligible()) await scheduler.perform(op, 'done');
  await startDead(simulation);
}

/** Whoever died is started again. Nobody knows what became of the requests to the API. */
export async function startDead({
  processes,
  merchants,
  chainOperator,
  visitors,
  ...simulation
}: Simulation): Promise<void> {
  if (!(await processes.startDead())) return;
  for (const { shop, owner, office } of merchants) {
    shop.lostAnswers();
    owner.lostAnswers();
    office?.lostAnswers();
  }
  chainOperator.lostAnswers();
  visitors.lostAnswers();
  simulation.signingCustomers?.lostAnswers();
  simulation.world.screener?.lostAnswers();
}

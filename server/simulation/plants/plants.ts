import { plantsOfMoneyOut } from './of-money-out.ts';
import { plantsOfPorts } from './of-ports.ts';
import { plantsOfStatements } from './of-statements.ts';
import type { Plant } from './plant.ts';

export const plants: Readonly<Record<string, Plant>> = {
  ...plantsOfStatements,
  ...plantsOfPorts,
  ...plantsOfMoneyOut,
};

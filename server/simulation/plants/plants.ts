import { plantsOfSolana } from '../solana/solana-plants.ts';
import { plantsOfMoneyOut } from './of-money-out.ts';
import { plantsOfPeople } from './of-people.ts';
import { plantsOfPorts } from './of-ports.ts';
import { plantsOfRaces } from './of-races.ts';
import { plantsOfRoutes } from './of-routes.ts';
import { plantsOfSignatures } from './of-signatures.ts';
import { plantsOfStatements } from './of-statements.ts';
import type { Plant } from './plant.ts';

export const plants: Readonly<Record<string, Plant>> = {
  ...plantsOfStatements,
  ...plantsOfPorts,
  ...plantsOfRaces,
  ...plantsOfSolana,
  ...plantsOfMoneyOut,
  ...plantsOfPeople,
  ...plantsOfRoutes,
  ...plantsOfSignatures,
};

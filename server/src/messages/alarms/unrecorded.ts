/** Why a transfer waits for the operator: the database refuses what follows from its end. */
export const notRecorded = 'What became of it could not be recorded. The log of the worker says why.';

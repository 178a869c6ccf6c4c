import { createServer } from 'node:http';
import { Causeway } from '@causeway/sdk';
import { paidApi } from './api.js';

const {
  CAUSEWAY_API_KEY: apiKey = '',
  CAUSEWAY_API_URL: baseUrl = 'http://localhost:4000/api/v1',
  PRICE = '0.50',
} = process.env;
const causeway = new Causeway({ apiKey, baseUrl });
createServer(paidApi(causeway, PRICE)).listen(4600, () =>
  process.stdout.write('http://localhost:4600 sells advice.\n'),
);

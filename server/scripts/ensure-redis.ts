import { findRedis } from '../test/support/redis.ts';
import { aptInstall } from './apt-install.ts';

// Before the tests. Where none can be installed, the tests of shared rate limits say that they were not run.
if (!findRedis()) {
  console.log('Installing Redis for the tests of shared rate limits …');
  aptInstall('redis-server');
}

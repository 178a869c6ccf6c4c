import { findRedis } from '../test/support/redis.ts';
import { aptInstall } from './apt-install.ts';

// Runs before the tests. If Redis cannot be installed, the tests of shared rate limits report that they were skipped.
if (!findRedis()) {
  console.log('Installing Redis for the tests of shared rate limits …');
  aptInstall('redis-server');
}

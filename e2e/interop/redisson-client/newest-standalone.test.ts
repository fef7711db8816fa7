import versions from '../redisson/versions.json';
import { redissonBesideOurs } from './all';

redissonBesideOurs(versions[1], 'standalone');

/** What a console counts by keyspace events at 10 to 3,000 acquisitions a second; a part of `live` that needs no browser. */
import { printReport } from '../support/bench-report';
import { countedRates } from './live/rates';

printReport({
  name: 'counting',
  baseline: 'what the clients that take the locks know of them',
  figures: await countedRates(),
});

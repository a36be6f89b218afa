import { runFuzz } from './run';

/** `npm run fuzz [-- frames [seed]]`: more frames than the test has time for, in rounds with a new seed each. */

const [count = '20000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const round = 1_000_000;

for (let done = 0, n = 0; done < Number(count); done += round, n++) {
  const report = runFuzz(Math.min(round, Number(count) - done), Number(seed) + n);
  const heapMb = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  console.log(`seed ${Number(seed) + n}: ${JSON.stringify(report)}, heap ${heapMb} MB`);
}

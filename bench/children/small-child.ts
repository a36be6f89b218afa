import '../../apps/server/test/setup/cheap-passwords';
import type { SmallAnswer, SmallQuestion } from '../kit/small-runner';

/**
 * Runs benchmarks in their small form, one after the other in this process, as it is sent their names and the paths of their programs. Answers what was wrong with each.
 * Loading the server through the test runner takes longer than all benchmarks together.
 */
process.on('message', ({ name, path }: SmallQuestion) => {
  const answer = (error: string | null): void => void process.send?.({ name, error } satisfies SmallAnswer);
  import(path).then(
    () => answer(process.exitCode ? `it ends with ${process.exitCode}` : null),
    (error) => answer(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ name: '', error: null } satisfies SmallAnswer);
